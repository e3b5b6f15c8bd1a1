// The gate of one session, bound to its rules, its person, its log and the audit of this user.
import type { AfterToolCall } from "@oh-my-pi/pi-agent-core/tool-host-options";
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import { join } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import type { ApprovalDesk } from "../services/approval/approval-desk.ts";
import { Gate, type NoteDecision, personsCall } from "../services/approval/gate.ts";
import { toolApproval } from "../services/approval/settings.ts";
import { fileLocker } from "../platform/file-lock.ts";
import { appendAudit } from "../services/audit/audit-log.ts";
import type { TextOrigin } from "../services/origin/foreign-watch.ts";
import { foreignTextEntry } from "../session/state/foreign-text.ts";
import { livePolicy } from "./live-policy.ts";
import { restorer, watchFor, type WatchSources } from "./session-watch.ts";
import { sandboxPolicy, type SandboxPolicyOptions } from "./sandbox-policy.ts";

export interface GateSources extends WatchSources {
  readonly desk: ApprovalDesk;
  readonly hide: <Value>(value: Value) => Value;
  readonly sandbox: SandboxPolicyOptions["sandbox"];
}

export interface SessionGate {
  readonly gate: Gate;
  /** For commands that the person runs: what they bring is text from elsewhere all the same. */
  readonly person: Pick<Gate, "personRuns">;
  readonly afterToolCall: AfterToolCall;
}

/** Builds the gate; what a resumed session has read before still counts. */
export function sessionGate(sources: GateSources): SessionGate {
  const { launch, settings, desk } = sources;
  const watch = watchFor(sources);
  const restore = restorer(sources, watch);
  const heard = (origin: TextOrigin | undefined, text: string): void => {
    if (origin === undefined || !watch.note(origin, text)) return;
    sources.conversation().record(foreignTextEntry(origin));
  };
  const canAsk = launch.isInteractive === true || launch.dialogs !== undefined;
  const gate = new Gate({
    rules: sandboxPolicy(
      livePolicy(settings, () => launch.editor?.approvalMode()),
      {
        sandbox: sources.sandbox,
        isAttended: canAsk,
        isAllowedByRule: (name) => settings.get(toolApproval)[name] === "allow",
        warn: (text) => launch.warn?.(text),
      },
    ),
    foreign: (call) => {
      restore();
      return watch.reasonToAsk(call);
    },
    leases: desk.leases,
    note: auditor(sources),
    ...(canAsk && { desk }),
  });
  return {
    gate,
    person: {
      personRuns: async (command) => {
        const refusal = await gate.personRuns(command);
        if (refusal === undefined) heard(watch.originOf(personsCall(command)), "");
        return refusal;
      },
    },
    afterToolCall: (call) => {
      const text = call.result.content.map((part) => ("text" in part ? part.text : "")).join("\n");
      heard(watch.originOf(call), text);
    },
  };
}

/** Writes decisions down; one that cannot be written stops what it is about. */
function auditor({ host, log, hide }: GateSources): NoteDecision {
  const { platform } = host;
  const folder = join(agentPaths(host).agentDir, "audit");
  const place = { folder, platform, tryLock: fileLocker(platform) };
  return (call, verdict, detail) => {
    const facts = {
      time: new Date(host.now()).toISOString(),
      pid: host.pid,
      session: log.header.id,
      tool: call.tool.name,
      verdict,
      target: targetOf(call),
      origin: call.origin ?? "model",
      ...(detail !== undefined && { detail }),
    };
    appendAudit(place, hide(facts));
  };
}

/** The command line, the files or the address of a call. */
function targetOf({ tool, args }: Pick<PolicyRequest, "tool" | "args">): string {
  const fields = (args ?? {}) as Readonly<Record<string, unknown>>;
  for (const name of ["command", "path", "url"])
    if (typeof fields[name] === "string") return fields[name];
  const { read = [], written = [], edited = [] } = tool.traits?.touches?.(fields) ?? {};
  const paths = [...read, ...written, ...edited];
  return paths.length > 0 ? paths.join(", ") : JSON.stringify(fields).slice(0, 500);
}
