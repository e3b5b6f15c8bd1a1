// What a line that begins with `!` asks for: a command of the person, told to the model, or with `!!` kept from it. Pure.

/** A command that somebody typed. */
export interface BangCommand {
  readonly command: string;
  readonly isKeptFromModel: boolean;
}

/** What is said to a second command while the first one runs. */
export const ALREADY_RUNNING = "A bash command is already running. Press Esc to cancel it first.";

/** What is said to a `!` with nothing after it. */
export const BANG_USAGE =
  "Type a command after !, such as !git status; the model reads of it. With !! it does not.";

/** True of a draft that is on the way to be a command. */
export function isBang(text: string): boolean {
  return text.trimStart().startsWith("!");
}

/** The command of a line; undefined for one that is none. A bare `!` is a command without words. */
export function readBang(text: string): BangCommand | undefined {
  if (!isBang(text)) return undefined;
  const [, marks = "", command = ""] = /^\s*(!!?)([\s\S]*)$/.exec(text) ?? [];
  return { command: command.trim(), isKeptFromModel: marks === "!!" };
}

/** How a command ended, in words; empty when all went well. */
export function endText({ exitCode, cancelled }: CommandEnd): string {
  if (cancelled) return "Cancelled.";
  return exitCode === 0 ? "" : `Exit code ${exitCode ?? "unknown"}.`;
}

/** How a command ended. */
export interface CommandEnd {
  readonly exitCode?: number | undefined;
  readonly cancelled: boolean;
}
