// Every command that can be typed: those that come with omp, then those that people keep in files.
import type { FolderSources } from "./files/command-folders.ts";
import { fileCommands } from "./files/file-commands.ts";
import { listSlashCommands } from "./find-slash.ts";
import type { SlashCommand } from "./slash-command.ts";

/** All commands; a file cannot take the name of one that comes with omp. */
export async function listCommands(sources: FolderSources): Promise<readonly SlashCommand[]> {
  const own = await listSlashCommands();
  const taken = new Set(own.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  return [...own, ...fileCommands(sources).filter(({ name }) => !taken.has(name))];
}
