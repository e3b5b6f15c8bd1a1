// Finds the slash command in a text. All commands are loaded when the first slash is typed, not before.
import { slashCommands } from "./commands/index.gen.ts";
import type { SlashCommand } from "./slash-command.ts";

/** A command and what stands after its name. */
export interface SlashCall {
  readonly command: SlashCommand;
  readonly argument: string;
}

const CALL = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/;

/** The name that a text calls and what follows it; undefined for a text that calls none. */
export function readCall(
  text: string,
): { readonly name: string; readonly argument: string } | undefined {
  const [, name, argument = ""] = CALL.exec(text) ?? [];
  return name === undefined ? undefined : { name, argument: argument.trim() };
}

/** The command that a text calls; undefined for any other text, which then goes to the model. */
export function findCall(text: string, commands: readonly SlashCommand[]): SlashCall | undefined {
  const call = readCall(text);
  if (call === undefined) return undefined;
  const command = commands.find((each) => isNamed(each, call.name));
  if (command !== undefined) return { command, argument: call.argument };
  const colon = call.name.indexOf(":");
  const head = call.name.slice(0, Math.max(0, colon));
  const owner = commands.find((each) => each.hasColonForm === true && each.name === head);
  const argument = `${call.name.slice(colon + 1)} ${call.argument}`.trim();
  return owner && { command: owner, argument };
}

/** True when a command goes by this name. */
function isNamed({ name, aliases = [] }: SlashCommand, wanted: string): boolean {
  return name === wanted || aliases.includes(wanted);
}

/** The command of omp's own that a text calls. */
export async function findSlash(text: string): Promise<SlashCall | undefined> {
  return findCall(text, await listSlashCommands());
}

/** The commands that come with omp, by name. */
export async function listSlashCommands(): Promise<readonly SlashCommand[]> {
  const loaded = await Promise.all(Object.values(slashCommands).map((load) => load()));
  return loaded.map(({ default: command }): SlashCommand => command);
}
