// What a subcommand is: its help as data, and a function that is given everything it may touch.
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import { type ExitName, UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { Assembly } from "./assembly.ts";
import type { Flag } from "./flags.ts";
import type { ParsedArgs } from "./parse-args.ts";
import type { Output } from "./stdio.ts";

/** One subcommand; its file in `commands/` carries its name. */
export interface CliCommand {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Each form of the command after `omp`, with what it does. */
  readonly forms: readonly (readonly [form: string, what: string])[];
  /** Whole command lines worth copying, with what they do. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  readonly flags: readonly Flag[];
  /** How many words may follow its name. */
  readonly maxWords: number;
  /** From its first word on everything is text, flags included. */
  readonly isVerbatim?: boolean;
  run(call: CommandCall): Promise<ExitName>;
}

/** One call of a subcommand. */
export interface CommandCall {
  readonly args: ParsedArgs;
  readonly host: Host;
  readonly assembly: Assembly;
  readonly output: Output;
  /** Every subcommand, for those that speak of them. */
  readonly listCommands: () => Promise<readonly NamedCommand[]>;
}

/** A subcommand under its name. */
export interface NamedCommand {
  readonly name: string;
  readonly command: CliCommand;
}

/** The switch that many commands share. */
export const JSON_FLAG: Flag = {
  name: "json",
  short: "j",
  group: "other",
  help: "print JSON for programs",
};

/** A document for programs: indented JSON and a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Refuses words that a command would leave unread. */
export function refuseExtraWords(name: string, { words }: ParsedArgs, maxWords: number): void {
  const extra = words[maxWords];
  if (extra === undefined) return;
  const few = maxWords === 0 ? "no words" : maxWords === 1 ? "one word" : `${maxWords} words`;
  throw new UserError(
    `omp ${name} takes ${few}; "${extra}" is one too many. See omp ${name} --help.`,
  );
}

/** What to say of an action that a command does not have. */
export function unknownAction(
  command: string,
  action: string,
  actions: readonly string[],
): UserError {
  const meant = nearest(action, actions);
  const hint = meant === undefined ? "" : ` Did you mean omp ${command} ${meant}?`;
  return new UserError(
    `Unknown action: ${action}. Use omp ${command} ${actions.join("|")}.${hint}`,
  );
}
