// What the help pages say, made from the tables of flags and commands.
import { EXIT, EXIT_MEANINGS, type ExitName } from "../platform/exit-codes.ts";
import type { CliCommand } from "./command.ts";
import { listCommands } from "./find-command.ts";
import { type Flag, type FlagGroup, FLAGS } from "./flags.ts";
import { columnWidth, type HelpRow, type HelpSection, pageText } from "./help-page.ts";

/** Command lines to begin with. */
export const EXAMPLES: readonly HelpRow[] = [
  ["omp", "start in the terminal"],
  ['omp "fix the failing test"', "start with a first message"],
  ['omp -p "what does this repo do?"', "answer once on stdout"],
  ['omp -p "what is wrong?" @app.ts @shot.png', "with a file and a picture"],
  ["git diff | omp -p 'review this'", "with what another program says"],
  ["omp --mode json 'fix it' | jq .type", "every event, for a program"],
  ["omp --model sonnet:high", "a model, and how hard it thinks"],
  ["omp -c", "go on with the last session here"],
  ["omp -r", "choose a session to go on with"],
];
const MAX_EXAMPLE = 41;

/** Flags by what they are about. */
export const GROUPS: Readonly<Record<FlagGroup, string>> = {
  run: "Running",
  model: "Model",
  session: "Session",
  tools: "Tools",
  extend: "Extensions",
  other: "Other",
};

/** The whole page. */
export async function helpText(): Promise<string> {
  const commands = await listCommands();
  return pageText(
    [
      "omp: a coding agent for your terminal",
      "Usage: omp [flags] [message …] [@file …]\n       omp <command> [words] [flags]",
    ],
    [
      { title: "Examples", rows: EXAMPLES, maxWidth: MAX_EXAMPLE },
      {
        title: "Commands (omp <command> --help tells more)",
        rows: commands.map(({ name, command }) => [name, command.summary]),
      },
      ...flagSections(FLAGS),
      {
        title: "Exit codes",
        rows: (Object.keys(EXIT) as ExitName[]).map((name) => [
          String(EXIT[name]),
          EXIT_MEANINGS[name],
        ]),
      },
      {
        title: "The guide",
        rows: [["omp read omp://", "its pages; omp read omp://<page> shows one"]],
      },
    ],
  );
}

/** The page of one subcommand. */
export function commandHelpText(
  name: string,
  { summary, forms, examples, flags }: CliCommand,
): string {
  const own = flags.filter((flag) => !FLAGS.includes(flag));
  return pageText(
    [`omp ${name}: ${summary}`],
    [
      { title: "Usage", rows: forms.map(([form, what]) => [`omp ${form}`, what]) },
      { title: "Examples", rows: examples, maxWidth: MAX_EXAMPLE },
      { title: "Flags", rows: own.map(flagRow) },
      ...flagSections(flags.filter((flag) => FLAGS.includes(flag))),
    ],
  );
}

/** A flag as it is written, and what it does. */
export function flagRow(flag: Flag): HelpRow {
  const short = flag.short === undefined ? "    " : `-${flag.short}, `;
  const value =
    flag.value === undefined ? "" : flag.isOptionalValue ? ` [${flag.value}]` : ` <${flag.value}>`;
  const allowed = flag.allowed === undefined ? "" : `: ${flag.allowed.join(", ")}`;
  return [`${short}--${flag.name}${value}`, flag.help + allowed];
}

function flagSections(flags: readonly Flag[]): HelpSection[] {
  const shown = flags.filter(({ missing }) => missing === undefined);
  const width = columnWidth(shown.map(flagRow));
  return (Object.keys(GROUPS) as FlagGroup[]).map((group) => ({
    title: GROUPS[group],
    rows: shown.filter((flag) => flag.group === group).map(flagRow),
    width,
  }));
}
