// Carries out a command by its name: finds it, checks what it was given, runs it.
import { UserError } from "../platform/exit-codes.ts";
import { type Command, CommandError, type CommandFace, type CommandRequest } from "./command.ts";
import { sessionCommands } from "./commands/index.gen.ts";
import type { SessionInside } from "./session-inside.ts";
import { SessionBusyError } from "./session-busy-error.ts";

/** Runs a command; throws CommandError for what its sender can put right. */
export async function runCommand(
  inside: SessionInside,
  command: CommandRequest,
  face: CommandFace,
): Promise<unknown> {
  const found = await findCommand(command.type);
  if (found === undefined) throw new CommandError(`Unknown command: ${command.type}`);
  const { type: _, id: __, ...fields } = command;
  const parsed = found.input.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
    throw new CommandError(`${command.type}: ${where}${issue?.message ?? "invalid input"}`);
  }
  try {
    return await found.run(inside, parsed.data, face);
  } catch (error) {
    const isTheirs = error instanceof SessionBusyError || error instanceof UserError;
    throw isTheirs ? new CommandError(error.message) : error;
  }
}

/** The command of that name, or undefined. */
export async function findCommand(name: string): Promise<Command | undefined> {
  const key = name.replaceAll("_", "-");
  if (!Object.hasOwn(sessionCommands, key)) return undefined;
  const { default: command } = await sessionCommands[key as keyof typeof sessionCommands]();
  return command.name === name ? command : undefined;
}
