// The services that fulfil what the tools of one session need; loaded with the first call that needs one.
import { join } from "node:path";
import type { Host } from "../platform/host.ts";
import { createFileServices } from "../services/file-services.ts";
import { createSearchEngines } from "../services/search/create-engines.ts";
import { createToolServices, type ToolServicesOptions } from "../services/tool-services.ts";
import { createWorkspace, workspaceNeed } from "../services/workspace.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import type { Settings } from "../settings/settings.ts";
import type { ShellServices } from "./shell-services.ts";

/** What the services of a session are made from. */
export interface ServiceSources {
  readonly launch: Launch;
  readonly host: Host;
  readonly shell: ShellServices;
  readonly settings: Settings;
  readonly log: SessionLog;
  readonly toolServices: ToolServicesOptions;
}

/** Services by the names of the needs that they fulfil. */
export function bindServices(sources: ServiceSources): ReadonlyMap<string, unknown> {
  const { launch, host, shell, settings, log, toolServices } = sources;
  const workspace = createWorkspace(launch.cwd, host.home, launch.editor?.buffers);
  return new Map<string, unknown>([
    [workspaceNeed.name, workspace],
    ...createToolServices(toolServices),
    ...createFileServices({
      workspace,
      settings,
      sessionFolder: log.file?.replace(/\.jsonl$/, ""),
      scratchFolder: join(host.tmp, `omp-${log.header.id}`),
      fetcher: fetch,
      engines: createSearchEngines(host, settings),
      hostSchemes: () => launch.hostBridge?.schemes ?? [],
    }),
    // After the file services: the shell's artifacts are the session's.
    ...shell.bound,
  ]);
}
