// Help pages fit a terminal, teach by command lines that really work, and answer mistakes with the way out.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createOmp } from "../testing/omp-process.ts";
import type { NamedCommand } from "./command.ts";
import { findCommand, listCommands, PLANNED } from "./find-command.ts";
import { FLAGS } from "./flags.ts";
import { commandHelpText, EXAMPLES, helpText } from "./help.ts";
import { PAGE_COLUMNS } from "./help-page.ts";
import { parseArgs } from "./parse-args.ts";

const commands = await listCommands();
const wholePage = await helpText();

/** The words of `omp …` in a line of shell, without redirections and whatever it is piped into. */
function ompWords(line: string): string[] {
  const [, own = ""] = /(?:^|[|(] *)omp\b((?:[^|&<>)'"]|'[^']*'|"[^"]*")*)/.exec(line) ?? [];
  return [...own.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );
}

/** Reads the line as omp would; throws as omp would. */
async function readLine(line: string): Promise<NamedCommand | undefined> {
  const [first = "", ...rest] = ompWords(line);
  const found = await findCommand(first);
  if (found === undefined) {
    parseArgs([first, ...rest].filter(Boolean), FLAGS);
    return undefined;
  }
  const { flags, maxWords, isVerbatim = false } = found.command;
  const { words } = parseArgs(rest, flags, { isPlain: true, isVerbatim });
  expect(words.length).toBeLessThanOrEqual(maxWords);
  return found;
}

describe("the page of", () => {
  const pages: [name: string, page: string][] = [
    ["omp", wholePage],
    ...commands.map(({ name, command }): [string, string] => [
      name,
      commandHelpText(name, command),
    ]),
  ];
  test.each(pages)("%s fits a terminal", (_name, page) => {
    for (const line of page.split("\n")) {
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(PAGE_COLUMNS);
      expect(line).toBe(line.trimEnd());
    }
    expect(page).toContain("\nExamples\n  ");
  });

  test("omp lists every command and every flag that works", () => {
    for (const { name, command } of commands) {
      expect(wholePage).toContain(`\n  ${name} `);
      expect(wholePage).toContain(command.summary);
    }
    for (const { name, missing } of FLAGS)
      expect(new RegExp(` --${name}[ \n]`).test(wholePage)).toBe(missing === undefined);
  });
});

describe("the documentation", () => {
  test("speaks of every command", async () => {
    const guide = join(import.meta.dir, "../../../../docs/guide/command-line.md");
    const text = await Bun.file(guide).text();
    for (const { name } of commands) expect(text).toContain(`\`omp ${name}`);
    const named = [...text.matchAll(/^\| `omp ([a-z]+)/gm)].map(([, name]) => name);
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  });

  test("has a reference that is made from the tables", async () => {
    const page = await Bun.file(join(import.meta.dir, "../../../../docs/cli.md")).text();
    for (const { name, missing } of FLAGS)
      expect(new RegExp(`--${name}[ \`]`).test(page)).toBe(missing === undefined);
    for (const { name, command } of commands) {
      expect(page).toContain(`## omp ${name}\n`);
      for (const [line, what] of command.examples) {
        expect(page).toContain(line);
        expect(page).toContain(`# ${what}\n`);
      }
    }
  });
});

describe("examples", () => {
  test.each(commands.map(({ name, command }) => [name, command] as const))(
    "of %s are read by that command",
    async (name, { examples }) => {
      expect(examples.length).toBeGreaterThanOrEqual(2);
      for (const [line] of examples) expect((await readLine(line))?.name).toBe(name);
    },
  );

  test("of omp begin a session", async () => {
    for (const [line] of EXAMPLES) expect(await readLine(line)).toBeUndefined();
  });

  test("forms name their command and only flags that it has", () => {
    for (const { name, command } of commands)
      for (const [form] of command.forms) {
        expect(form.split(" ")[0]).toBe(name);
        for (const [, flag] of form.matchAll(/--([a-z-]+)/g))
          expect(command.flags.map((each) => each.name)).toContain(flag as string);
      }
  });
});

describe("mistakes", () => {
  const cases: [args: string[], says: string][] = [
    ...commands
      .filter(({ command }) => command.flags.some(({ name }) => name === "json"))
      .map(({ name }): [string[], string] => [
        [name, "--jsno"],
        "Unknown flag --jsno. Did you mean --json?",
      ]),
    [["read", "--jsno", "x"], "Unknown flag --jsno. See omp read --help"],
    [["config", "lsit"], "Did you mean omp config list?"],
    [["trust", "ad"], "Did you mean omp trust add?"],
    [["auth", "shwo"], "Did you mean omp auth show?"],
    [["audit", "verfiy"], "Did you mean omp audit verify?"],
    [["wt", "claer"], "Did you mean omp worktree clear?"],
    [["completions", "bahs"], "Did you mean omp completions bash?"],
    [["acp", "--approval-mode", "yoko"], "Did you mean yolo?"],
    [["serve", "now"], 'omp serve takes no words; "now" is one too many. See omp serve --help.'],
    [["read", "a", "b"], 'omp read takes one word; "b" is one too many.'],
    [["audit", "verify", "9"], "omp audit verify takes no number."],
    [["grep"], "No pattern"],
    [["shell", "--cdw", "/"], "Did you mean --cwd?"],
    ...PLANNED.map((name): [string[], string] => [
      [name, "--help"],
      `omp ${name} is not available yet. To say this to the model, write omp -- ${name}`,
    ]),
  ];
  test.each(cases)("omp %p", async (args, says) => {
    await using omp = createOmp();
    const run = await omp.run(args, { stdin: "" });
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain(says);
    expect(run.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("words that look like something else", () => {
  test("omp help <command> is its page; omp help the whole", async () => {
    await using omp = createOmp();
    expect((await omp.run(["help", "config"])).stdout).toStartWith("omp config: ");
    expect((await omp.run(["help"])).stdout).toStartWith("omp: ");
  });

  test("@ is part of a pattern, and flags after a shell command are its own", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "a.ts": "@Injectable\n" });
    expect((await omp.run(["grep", "@Injectable"])).stdout).toContain("@Injectable");
    expect((await omp.run(["shell", "ls", "-a"])).stdout).toContain("..\n");
  });
});
