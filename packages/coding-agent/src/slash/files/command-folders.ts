// Where people keep slash commands as Markdown files, the strongest first. Data and paths only.
import { join } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import type { Host } from "../../platform/host.ts";
import type { Setting } from "../../settings/setting.ts";
import * as declared from "../settings.ts";

/** A folder of commands. */
export interface CommandFolder {
  readonly path: string;
  /** Whose way of keeping commands it is, for help. */
  readonly source: string;
  readonly scope: "user" | "project";
}

export interface FolderSources {
  readonly host: Host;
  readonly cwd: string;
  readonly isProjectTrusted: boolean;
  readonly settings: { get<Value>(setting: Setting<Value>): Value };
}

/** Folders that count, the strongest first: of two commands with one name the first is meant. */
export function commandFolders(sources: FolderSources): readonly CommandFolder[] {
  const { host, cwd, isProjectTrusted, settings } = sources;
  const home = host.home ?? host.tmp;
  const user = (source: string, path: string): CommandFolder => ({ source, path, scope: "user" });
  const project = (source: string, folder: string): CommandFolder[] =>
    isProjectTrusted ? [{ source, path: join(cwd, folder), scope: "project" }] : [];
  const when = (setting: Setting<boolean>, folders: CommandFolder[]): CommandFolder[] =>
    settings.get(setting) ? folders : [];
  return [
    ...project("omp", ".omp/commands"),
    user("omp", join(agentPaths(host).agentDir, "commands")),
    ...when(declared.enableClaudeUser, [user("claude", join(home, ".claude/commands"))]),
    ...when(declared.enableClaudeProject, project("claude", ".claude/commands")),
    user("codex", join(home, ".codex/commands")),
    ...project("codex", ".codex/commands"),
    ...when(declared.enableOpencodeUser, [
      user("opencode", join(home, ".config/opencode/commands")),
    ]),
    ...when(declared.enableOpencodeProject, project("opencode", ".opencode/commands")),
    // Templates of prompts come after every command.
    ...project("prompt", ".omp/prompts"),
    user("prompt", join(agentPaths(host).agentDir, "prompts")),
  ];
}
