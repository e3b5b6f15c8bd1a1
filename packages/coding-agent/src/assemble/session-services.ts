// Binds what the tools of one session need to the services that fulfil it.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import { join } from "node:path";
import type { Host } from "../platform/host.ts";
import { commandRunnerNeed } from "../services/command-runner.ts";
import type { EditorShell } from "../services/editor/editor-terminals.ts";
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
export function serviceProvider(
  sources: ServiceSources,
  editorShell: EditorShell | undefined,
): (need: Need<unknown>, call: PolicyRequest) => unknown {
  const { launch, host, shell, settings, log, toolServices } = sources;
  const workspace = createWorkspace(launch.cwd, host.home, launch.editor?.buffers);
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
  return (need, { callId }) =>
    editorShell !== undefined && need.name === commandRunnerNeed.name
      ? editorShell.runnerFor(callId)
      : bound.get(need.name);
}
