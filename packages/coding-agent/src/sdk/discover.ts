// What a session at a place would find: standing instructions and commands. Nothing of a project that is not trusted
// is interpreted.
import type { ContextFile } from "../discovery/context-files/context-file.ts";
import { hostAt, type Place } from "./place.ts";

/** A command that can be typed. */
export interface SlashCommandInfo {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  /** Its arguments as help shows them. */
  readonly usage: string | undefined;
}

/** The standing instructions (`AGENTS.md` and its relatives) that hold for a directory, in the order that models see. */
export async function discoverContextFiles(place: Place = {}): Promise<readonly ContextFile[]> {
  const host = hostAt(place);
  const { contextFilesFor } = await import("../assemble/system-segments.ts");
  const { userSettings } = await import("../assemble/session-settings.ts");
  return contextFilesFor({ cwd: host.cwd }, host, await userSettings(host)).files;
}

/** The commands that come with omp and those that people keep as files. */
export async function discoverSlashCommands(
  place: Place = {},
): Promise<readonly SlashCommandInfo[]> {
  const host = hostAt(place);
  const { projectTrust } = await import("../assemble/project-trust.ts");
  const { userSettings } = await import("../assemble/session-settings.ts");
  const { listCommands } = await import("../slash/list-commands.ts");
  const trust = await projectTrust({ cwd: host.cwd, isInteractive: true }, host);
  const commands = await listCommands({
    host,
    cwd: host.cwd,
    settings: await userSettings(host),
    isProjectTrusted: trust.isTrusted,
  });
  return commands.map(({ name, aliases = [], summary, usage }) => ({
    name,
    aliases,
    description: summary,
    usage,
  }));
}
