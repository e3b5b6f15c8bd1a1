// Finds the slash command in a text. All commands are loaded when the first slash is typed, not before.
import { slashCommands } from "./commands/index.gen.ts";
import type { SlashCommand } from "./slash-command.ts";

/** A command and what stands after its name. */
export interface SlashCall {
  readonly command: SlashCommand;
  readonly argument: string;
}

const CALL = /^\/([\w:-]+)(?:\s+([\s\S]*))?$/;

/** The command that a text calls; undefined for any other text, which then goes to the model. */
export async function findSlash(text: string): Promise<SlashCall | undefined> {
  const [, name, argument = ""] = CALL.exec(text) ?? [];
  if (name === undefined) return undefined;
  const command = (await listSlashCommands()).find(
    (each) => each.name === name || each.aliases?.includes(name) === true,
  );
  return command && { command, argument: argument.trim() };
}

/** Every command, by name. */
export async function listSlashCommands(): Promise<readonly SlashCommand[]> {
  const loaded = await Promise.all(Object.values(slashCommands).map((load) => load()));
  return loaded.map(({ default: command }): SlashCommand => command);
}
