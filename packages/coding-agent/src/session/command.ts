// What a command of a session is. The table of commands is the RPC protocol; every face may use it.
import type { z } from "zod";
import type { SessionInside } from "./session-parts.ts";

/** One command: what it takes, what it gives, what it does. */
export interface Command<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  run(session: SessionInside, input: Input): Output | Promise<Output>;
}

/** Something that whoever sent a command can put right; the message is a sentence for them. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandError";
  }
}

/** Lets the schemas decide the types of a command. */
export function defineCommand<Input, Output>(
  command: Command<Input, Output>,
): Command<Input, Output> {
  return command;
}
