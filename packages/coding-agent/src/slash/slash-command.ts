// What a slash command is: one handler that serves the terminal, RPC and ACP alike. A face that has screens may
// open one in place of a text.
import type { Host } from "../platform/host.ts";
import type { Dialogs } from "../services/dialogs.ts";
import type { BackgroundJobs } from "../services/jobs/background-jobs.ts";
import type { CurrentSession } from "../session/session-holder.ts";
import type { Settings } from "../settings/settings.ts";

/** What a command can reach, whichever face it was typed into. */
export interface SlashPort {
  readonly sessions: CurrentSession;
  readonly settings: Settings;
  readonly host: Host;
  /** Files of the project may be interpreted. */
  readonly isProjectTrusted: boolean;
  /** Takes the secrets that are known out of a text that leaves omp. */
  readonly hide: (text: string) => string;
  readonly jobs: Pick<BackgroundJobs, "list" | "cancel">;
  /** Asks whoever typed the command; absent where that cannot be done. */
  readonly dialogs: Dialogs | undefined;
  /** Says something to whoever typed the command. */
  readonly reply: (text: string) => void;
  /** Opens the screen of this name; false where the face has none. */
  readonly openScreen: (name: string, argument?: string) => boolean;
  /** Every command there is. */
  readonly commands: () => Promise<readonly SlashCommand[]>;
  /** Puts a text on the clipboard; absent where the face has none, false when it is too long for it. */
  readonly copy: ((text: string) => Promise<boolean>) | undefined;
  /** What keys do; empty where the face has none. */
  readonly keys: () => readonly KeyHelp[];
  /** The conversation went elsewhere: what is shown of it is out of date. */
  readonly redraw: () => void;
  /** Ends the face. */
  readonly leave: () => void;
  /** Ends the face, and omp with the run; absent where there is no terminal to give back. */
  readonly background: (() => void) | undefined;
}

/** What one action does and which keys mean it. */
export interface KeyHelp {
  readonly id: string;
  readonly description: string;
  readonly chords: readonly string[];
}

/** A proposal for the argument of a command. */
export interface ArgumentProposal {
  readonly value: string;
  readonly description?: string;
}

export interface SlashCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line, for help and completion. */
  readonly summary: string;
  /** The arguments, as help shows them: `[name]`. */
  readonly usage?: string;
  /** Does what only the terminal has: no other face offers it. */
  readonly isTerminalOnly?: boolean;
  /** `/name:word rest` is understood as `/name word rest`. */
  readonly hasColonForm?: boolean;
  /** Proposals for an argument that begins with `typed`. */
  propose?(typed: string, port: SlashPort): readonly ArgumentProposal[];
  /** Does its work; a returned text is said to the model in place of the command. */
  run(argument: string, port: SlashPort): Promise<string | void> | string | void;
}

/** Types a command; the index of this folder collects them. */
export function defineSlashCommand(command: SlashCommand): SlashCommand {
  return command;
}

/** Those of the words that begin with what is typed, with what they mean. */
export function proposeWords(
  words: Readonly<Record<string, string>>,
): NonNullable<SlashCommand["propose"]> {
  return (typed) =>
    Object.entries(words)
      .filter(([word]) => word.startsWith(typed))
      .map(([value, description]) => ({ value, description }));
}
