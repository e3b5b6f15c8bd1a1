// Binds what the tools of one session need to the services that fulfil it.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
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

/** Answers each need of a tool with the service that fulfils it. */
export function serviceProvider(sources: ServiceSources): (need: Need<unknown>) => unknown {
  const { launch, host, shell, settings, log, toolServices } = sources;
  const workspace = createWorkspace(launch.cwd, host.home);
  const sessionFolder = log.file?.replace(/\.jsonl$/, "");
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, workspace],
    ...createToolServices(toolServices),
    ...createFileServices({
      workspace,
      settings,
      sessionFolder,
      scratchFolder: join(host.tmp, `omp-${log.header.id}`),
      fetcher: fetch,
      engines: createSearchEngines(host, settings),
      hostSchemes: () => launch.hostBridge?.schemes ?? [],
    }),
    // After the file services: the shell's artifacts are the session's.
    ...shell.bound,
  ]);
  return (need) => bound.get(need.name);
}
