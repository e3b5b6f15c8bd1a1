// Whether the first word of a command line is a subcommand. Any other word is the beginning of a prompt.
import { UserError } from "../platform/exit-codes.ts";
import type { NamedCommand } from "./command.ts";
import { cliCommands } from "./commands/index.gen.ts";

const ALIASES: Readonly<Record<string, string>> = { wt: "worktree" };

/** Names that are promised; as a prompt they would do something that nobody asked for. */
export const PLANNED: readonly string[] = [
  "agents",
  "auth-broker",
  "auth-gateway",
  "commit",
  "grievances",
  "plugin",
  "q",
  "search",
  "setup",
  "ssh",
  "stats",
];

/** The subcommand of that name; undefined when the word is a prompt. */
export async function findCommand(word: string): Promise<NamedCommand | undefined> {
  if (PLANNED.includes(word)) {
    throw new UserError(
      `omp ${word} is not available yet. To say this to the model, write omp -- ${word} …`,
    );
  }
  const name = ALIASES[word] ?? word;
  if (!Object.hasOwn(cliCommands, name)) return undefined;
  const load = cliCommands[name as keyof typeof cliCommands];
  return { name, command: (await load()).default };
}

/** All subcommands, for the help page. */
export async function listCommands(): Promise<NamedCommand[]> {
  return Promise.all(
    Object.entries(cliCommands).map(async ([name, load]) => ({
      name,
      command: (await load()).default,
    })),
  );
}
