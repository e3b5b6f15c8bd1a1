// Commands that people keep in files: where they are looked for, which one is meant, and what a project may not do.
import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { SessionHolder } from "./session/session-holder.ts";
import { createSlashPort } from "./slash/create-slash-port.ts";
import { runSlash } from "./slash/run-slash.ts";
import type { SlashPort } from "./slash/slash-command.ts";
import { type LiveSession, openLiveSession } from "./testing/live-session.ts";

interface Files {
  readonly home?: Readonly<Record<string, string>>;
  readonly project?: Readonly<Record<string, string>>;
}

function write(root: string, files: Readonly<Record<string, string>> = {}): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
}

async function open(
  files: Files,
  isTrusted: boolean,
  values: Readonly<Record<string, unknown>> = {},
): Promise<{ live: LiveSession; port: SlashPort } & AsyncDisposable> {
  const live = await openLiveSession({ values });
  write(live.workspace.home, files.home);
  write(live.workspace.path, files.project);
  const holder = new SessionHolder(live.current);
  const port = createSlashPort(holder, live.host, { reply: () => {} });
  return {
    live,
    port: { ...port, commands: trusted(port, isTrusted) },
    [Symbol.asyncDispose]: () => live[Symbol.asyncDispose](),
  };
}

function trusted(port: SlashPort, isProjectTrusted: boolean): SlashPort["commands"] {
  return async () => {
    const { listCommands } = await import("./slash/list-commands.ts");
    const { cwd } = port.sessions.current.log.header;
    return listCommands({ ...port, cwd, isProjectTrusted });
  };
}

const USER = ".omp/agent/commands/greet.md";
const PROJECT = ".omp/commands/greet.md";
const HEAD = "---\ndescription: Greets\nargument-hint: <who>\n---\n";

describe("file commands", () => {
  test("a file is a command: its head describes it, its text is what is said", async () => {
    await using opened = await open({ home: { [USER]: `${HEAD}Greet $1 warmly.` } }, false);
    expect(await runSlash('/greet "old friend"', opened.port)).toBe("Greet old friend warmly.");
    const listed = (await opened.port.commands()).find(({ name }) => name === "greet");
    expect(listed).toMatchObject({ summary: "Greets (omp, user)", usage: "<who>" });
  });

  test.each<[string, Files, string]>([
    [
      "omp: project before user",
      { home: { [USER]: "user" }, project: { [PROJECT]: "project" } },
      "project",
    ],
    [
      "omp before claude",
      { home: { [USER]: "omp", ".claude/commands/greet.md": "claude" } },
      "omp",
    ],
    [
      "claude: user before project",
      {
        home: { ".claude/commands/greet.md": "user" },
        project: { ".claude/commands/greet.md": "project" },
      },
      "user",
    ],
    [
      "claude before codex before opencode",
      {
        home: {
          ".codex/commands/greet.md": "codex",
          ".config/opencode/commands/greet.md": "opencode",
        },
        project: { ".claude/commands/greet.md": "claude" },
      },
      "claude",
    ],
    [
      "codex: user before project",
      {
        home: { ".codex/commands/greet.md": "user" },
        project: { ".codex/commands/greet.md": "project" },
      },
      "user",
    ],
    [
      "opencode: user before project",
      {
        home: { ".config/opencode/commands/greet.md": "user" },
        project: { ".opencode/commands/greet.md": "project" },
      },
      "user",
    ],
    [
      "any command before a template of a prompt",
      {
        home: { ".omp/agent/prompts/greet.md": "template" },
        project: { ".opencode/commands/greet.md": "command", ".omp/prompts/greet.md": "template" },
      },
      "command",
    ],
    [
      "templates: project before user",
      {
        home: { ".omp/agent/prompts/greet.md": "user" },
        project: { ".omp/prompts/greet.md": "project" },
      },
      "project",
    ],
  ])("%s", async (_, files, expected) => {
    await using opened = await open(files, true);
    expect(await runSlash("/greet", opened.port)).toBe(expected);
  });

  test("nothing of a project that is not trusted is read, and no link leads out of one that is", async () => {
    const files = { project: { [PROJECT]: "project", ".claude/commands/other.md": "x" } };
    await using distrusted = await open(files, false);
    expect(await runSlash("/greet", distrusted.port)).toBe("/greet");
    await using opened = await open({ ...files, home: { "secret.md": "secret" } }, true);
    symlinkSync(
      join(opened.live.workspace.home, "secret.md"),
      opened.live.workspace.at(".omp/commands/leak.md"),
    );
    expect(await runSlash("/leak", opened.port)).toBe("/leak");
    expect(await runSlash("/greet", opened.port)).toBe("project");
  });

  test("sources can be switched off; a file takes no name of omp's own", async () => {
    const files = {
      home: { ".claude/commands/greet.md": "x", ".omp/agent/commands/help.md": "y" },
    };
    await using opened = await open(files, false, { commands: { enableClaudeUser: false } });
    expect(await runSlash("/greet", opened.port)).toBe("/greet");
    expect(await runSlash("/help", opened.port)).toBeUndefined();
  });

  test("unknown commands and paths go to the model as they stand", async () => {
    await using opened = await open({}, false);
    opened.live.models.script(reply(text("ok")));
    for (const line of ["/nothing here", "/etc/hosts says what?", "/"])
      expect(await runSlash(line, opened.port)).toBe(line);
    await opened.live.current.session.prompt("/nothing here");
    expect(JSON.stringify(opened.live.bodies()[0])).toContain("/nothing here");
  });
});
