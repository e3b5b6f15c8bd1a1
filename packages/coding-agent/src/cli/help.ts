// The help page, made from the table of flags.
import { EXIT, EXIT_MEANINGS, type ExitName } from "../platform/exit-codes.ts";
import type { CliCommand } from "./command.ts";
import { listCommands } from "./find-command.ts";
import { type Flag, type FlagGroup, FLAGS } from "./flags.ts";

const EXAMPLES: readonly [command: string, what: string][] = [
  ["omp", "start in the terminal"],
  ['omp "fix the failing test"', "start with a first message"],
  ['omp -p "what does this repo do?"', "answer once and exit"],
  ["git diff | omp -p 'review this'", "pipe something in"],
  ["omp --model sonnet:high", "choose a model and how hard it thinks"],
  ["omp -c", "go on with the last session here"],
];

const GROUPS: Readonly<Record<FlagGroup, string>> = {
  run: "Running",
  model: "Model",
  session: "Session",
  tools: "Tools",
  extend: "Extensions",
  other: "Other",
};

const WIDTH = 38;

/** The whole page. */
export async function helpText(): Promise<string> {
  const groups = (Object.keys(GROUPS) as FlagGroup[]).map(
    (group) =>
      `${GROUPS[group]}\n${FLAGS.filter(
        (flag) => flag.group === group && flag.missing === undefined,
      )
        .map(line)
        .join("\n")}`,
  );
  const commands = (await listCommands()).map(({ name, command }) => row(name, command.summary));
  return [
    "omp, a coding agent for your terminal",
    "Usage: omp [flags] [message …] [@file …]",
    `Examples\n${EXAMPLES.map(([command, what]) => row(command, what)).join("\n")}`,
    `Commands (omp <command> --help)\n${commands.join("\n")}`,
    ...groups.filter((group) => group.includes("\n  ")),
    `Exit codes\n${(Object.keys(EXIT) as ExitName[]).map((name) => row(String(EXIT[name]), EXIT_MEANINGS[name])).join("\n")}`,
  ]
    .join("\n\n")
    .concat("\n");
}

/** The page of one subcommand. */
export function commandHelpText(name: string, { summary, forms, flags }: CliCommand): string {
  const shown = flags.length === 0 ? [] : [`Flags\n${flags.map(line).join("\n")}`];
  return [
    `omp ${name}: ${summary}`,
    `Forms\n${forms.map(([form, what]) => row(`omp ${form}`, what)).join("\n")}`,
    ...shown,
  ]
    .join("\n\n")
    .concat("\n");
}

function line(flag: Flag): string {
  const short = flag.short === undefined ? "    " : `-${flag.short}, `;
  const value =
    flag.value === undefined ? "" : flag.isOptionalValue ? ` [${flag.value}]` : ` <${flag.value}>`;
  const allowed = flag.allowed === undefined ? "" : ` (${flag.allowed.join(", ")})`;
  return row(`${short}--${flag.name}${value}`, flag.help + allowed);
}

function row(left: string, right: string): string {
  return left.length >= WIDTH - 1
    ? `  ${left}\n  ${" ".repeat(WIDTH)}${right}`
    : `  ${left.padEnd(WIDTH)}${right}`;
}
