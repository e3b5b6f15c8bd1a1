// Who runs the tools of a session: under its approval policy, with its services, within its output limit.
import { createToolHost, type ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { ApprovalQuestion } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { ApprovalDesk } from "../services/approval/approval-desk.ts";
import { EditorShell } from "../services/editor/editor-terminals.ts";
import { outputLimitsFrom } from "../services/shell/shell-options.ts";
import type { GateSources, SessionGate } from "./session-gate.ts";
import { journaledHost } from "../services/undo/journaled-host.ts";
import type { SessionSecrets } from "./session-secrets.ts";
import type { ServiceSources } from "./bind-services.ts";
import { serviceProvider } from "./session-services.ts";

interface ToolHostSources
  extends ServiceSources, Pick<GateSources, "conversation" | "contextFiles" | "trust"> {
  readonly secrets: Pick<SessionSecrets, "toolHost" | "hide">;
}

/** Builds the host; `desk` decides where the policy asks. */
export function sessionToolHost(sources: ToolHostSources, desk: ApprovalDesk): ToolHost {
  const { settings, launch, host, shell, secrets } = sources;
  const terminals = launch.editor?.terminals;
  const editorShell = terminals && new EditorShell(terminals, shell.runner);
  const { hide } = secrets;
  const directory = (): string => (editorShell ?? shell.runner).cwd;
  const gate = lazyGate({ ...sources, desk, hide, directory, sandbox: shell.sandbox });
  shell.userBash.guardedBy({
    personRuns: async (command) => (await gate()).person.personRuns(command),
  });
  const { journal } = shell.undo;
  const options: Parameters<typeof createToolHost>[0] = {
    policy: async (request, signal) => (await gate()).gate.policy(request, signal),
    afterToolCall: async (call, signal) => (await gate()).afterToolCall(call, signal),
    provide: serviceProvider(sources, editorShell),
    record: (record) => desk.refusals.record(record),
    // Where nobody can be asked, the host refuses by itself and says so.
    ...((launch.isInteractive || launch.dialogs !== undefined) && {
      ask: async (question: ApprovalQuestion, signal: AbortSignal) =>
        (await gate()).gate.ask(question, signal),
    }),
    situation: () => ({ directory: directory(), root: launch.cwd, home: host.home }),
    output: {
      limit: { maxBytes: outputLimitsFrom(settings).maxBytes, maxLines: MAX_LINES },
      spill: async ({ toolName, text }) => {
        const id = shell.artifacts.save(toolName, text);
        return id === undefined ? undefined : `artifact://${id}`;
      },
    },
  };
  const toolHost =
    journal === undefined ? createToolHost(options) : journaledHost(options, journal);
  return secrets.toolHost(toolHost);
}

/** The gate is made, and its code loaded, with the first thing that wants to pass. */
function lazyGate(sources: GateSources): () => Promise<SessionGate> {
  let opening: Promise<SessionGate> | undefined;
  const open = async (): Promise<SessionGate> =>
    (await import("./session-gate.ts")).sessionGate(sources);
  return () => (opening ??= open());
}

/** Lines that are shown of a tool's text. */
const MAX_LINES = 3000;
