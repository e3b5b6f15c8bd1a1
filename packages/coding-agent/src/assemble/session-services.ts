// Binds what the tools of one session need to the services that fulfil it.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { join } from "node:path";
import { childEnvironment } from "../platform/child-environment.ts";
import type { Host } from "../platform/host.ts";
import { commandRunnerNeed } from "../services/command-runner.ts";
import { createFileServices } from "../services/file-services.ts";
import { createSearchEngines } from "../services/search/create-engines.ts";
import { ShellRunner } from "../services/shell-runner.ts";
import { createToolServices, type ToolServicesOptions } from "../services/tool-services.ts";
import { createWorkspace, workspaceNeed } from "../services/workspace.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import type { Settings } from "../settings/settings.ts";

/** The shell of a session; keys of model providers are none of its business. */
export function createRunner(launch: Launch, host: Host): ShellRunner {
  const secrets = new Set(listProviders().flatMap((known) => known.env));
  return new ShellRunner({ cwd: launch.cwd, env: childEnvironment(host.env, secrets) });
}

/** What the services of a session are made from. */
export interface ServiceSources {
  readonly launch: Launch;
  readonly host: Host;
  readonly runner: ShellRunner;
  readonly settings: Settings;
  readonly log: SessionLog;
  readonly toolServices: Omit<ToolServicesOptions, "sessionFolder">;
}

/** Answers each need of a tool with the service that fulfils it. */
export function serviceProvider(sources: ServiceSources): (need: Need<unknown>) => unknown {
  const { launch, host, runner, settings, log, toolServices } = sources;
  const workspace = createWorkspace(launch.cwd, host.home);
  const sessionFolder = log.file?.replace(/\.jsonl$/, "");
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, workspace],
    [commandRunnerNeed.name, runner],
    ...createToolServices({ sessionFolder, ...toolServices }),
    ...createFileServices({
      workspace,
      settings,
      sessionFolder,
      scratchFolder: join(host.tmp, `omp-${log.header.id}`),
      fetcher: fetch,
      engines: createSearchEngines(host, settings),
      hostSchemes: () => launch.hostBridge?.schemes ?? [],
    }),
  ]);
  return (need) => bound.get(need.name);
}
