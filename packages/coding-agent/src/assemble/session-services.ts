// Binds what the tools of one session need to the services that fulfil it.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { Host } from "../platform/host.ts";
import { commandRunnerNeed } from "../services/command-runner.ts";
import type { EditorShell } from "../services/editor/editor-terminals.ts";
import type { ToolServicesOptions } from "../services/tool-services.ts";
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
): (need: Need<unknown>, call: PolicyRequest) => Promise<unknown> {
  let binding: Promise<ReadonlyMap<string, unknown>> | undefined;
  const bind = async (): Promise<ReadonlyMap<string, unknown>> =>
    (await import("./bind-services.ts")).bindServices(sources);
  return async (need, { callId }) => {
    if (editorShell !== undefined && need.name === commandRunnerNeed.name)
      return editorShell.runnerFor(callId);
    return (await (binding ??= bind())).get(need.name);
  };
}
