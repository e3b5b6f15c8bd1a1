// Binds what the tools of one session need to the services that fulfil it.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import { commandRunnerNeed } from "../services/command-runner.ts";
import type { EditorShell } from "../services/editor/editor-terminals.ts";
import type { ServiceSources } from "./bind-services.ts";

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
