// What a slash command is: one handler that serves the terminal, RPC and ACP alike. A face that has screens may
// open one in place of a text.
import type { CurrentSession } from "../session/session-holder.ts";
import type { Settings } from "../settings/settings.ts";

/** What a command can reach, whichever face it was typed into. */
export interface SlashPort {
  readonly sessions: CurrentSession;
  readonly settings: Settings;
  /** Says something to whoever typed the command. */
  readonly reply: (text: string) => void;
  /** Opens the screen of this name; false where the face has none. */
  readonly openScreen: (name: string, argument?: string) => boolean;
  /** Every command there is. */
  readonly commands: () => Promise<readonly SlashCommand[]>;
  /** Ends the face. */
  readonly leave: () => void;
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
  /** Proposals for an argument that begins with `typed`. */
  propose?(typed: string, port: SlashPort): readonly ArgumentProposal[];
  /** Does its work; a returned text is said to the model in place of the command. */
  run(argument: string, port: SlashPort): Promise<string | void> | string | void;
}

/** Types a command; the index of this folder collects them. */
export function defineSlashCommand(command: SlashCommand): SlashCommand {
  return command;
}
