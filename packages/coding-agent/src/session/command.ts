// What a command of a session is. The table of commands is the RPC protocol; every face may use it.
import type { z } from "zod";
import type { Dialogs } from "../services/dialogs.ts";
import type { OpenedSession, OpenNext } from "./opened-session.ts";
import type { SessionInside } from "./session-inside.ts";
import type { SessionWish } from "./session-wish.ts";

/** One command: what it takes, what it gives, what it does. */
export interface Command<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** Takes as long as it takes; other commands are carried out meanwhile. */
  readonly isLong?: boolean;
  /** Stops something: where commands before it wait, it is carried out at once and once more in its turn. */
  readonly isUrgent?: boolean;
  /** Is answered before anything it sets in motion is told. */
  readonly isAcknowledged?: boolean;
  /** @internal */
  run(session: SessionInside, input: Input, face: CommandFace): Output | Promise<Output>;
}

/** A command as its sender writes it. */
export interface CommandRequest {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What whoever sends commands lets them do beyond the session itself. */
export interface CommandFace {
  /** Puts another session in the place of this one; absent where there is only this one. */
  readonly open?: OpenNext;
  /** Asks whoever sent the command; absent where there is no way to. */
  readonly dialogs?: Dialogs | undefined;
  /** Hears what a command that the person runs writes, as it comes; of a flood only parts. */
  readonly onOutput?: (text: string) => void;
  /** Hears of a failure after the command was answered. */
  readonly failLater?: (error: unknown) => void;
}

/** Something that whoever sent a command can put right; the message is a sentence for them. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandError";
  }
}

/** Somebody did not want another session to be opened; nothing has changed. */
export class OpenCancelled extends CommandError {
  constructor() {
    super("The change to another session was called off.");
    this.name = "OpenCancelled";
  }
}

/** Lets the schemas decide the types of a command. */
export function defineCommand<Input, Output>(
  command: Command<Input, Output>,
): Command<Input, Output> {
  return command;
}

/** Tells whether a change of session was called off, for answers that say so. */
export async function isCancelled(opening: Promise<unknown>): Promise<boolean> {
  try {
    await opening;
    return false;
  } catch (error) {
    if (error instanceof OpenCancelled) return true;
    throw error;
  }
}

/**
 * Opens another session, where the face can.
 * @internal
 */
export function openAnother({ open }: CommandFace, wish: SessionWish): Promise<OpenedSession> {
  if (open === undefined)
    throw new CommandError("Another session cannot be opened from here; start omp anew.");
  return open(wish);
}
