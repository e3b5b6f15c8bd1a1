// The gate of one session, bound to its rules, its person, its log and the audit of this user.
import type { AfterToolCall } from "@oh-my-pi/pi-agent-core/tool-host-options";
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import { join } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import type { ApprovalDesk } from "../services/approval/approval-desk.ts";
import { Gate, type NoteDecision } from "../services/approval/gate.ts";
import { toolApproval } from "../services/approval/settings.ts";
import { appendAudit } from "../services/audit/audit-log.ts";
import { ForeignWatch, type TextOrigin } from "../services/origin/foreign-watch.ts";
import { foreignText } from "../services/origin/settings.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import { foreignTextIn } from "../session/state/foreign-text.ts";
import type { Settings } from "../settings/settings.ts";
import { livePolicy } from "./live-policy.ts";
import { sandboxPolicy, type SandboxPolicyOptions } from "./sandbox-policy.ts";

export interface GateSources {
  readonly launch: Launch;
  readonly host: Host;
  readonly settings: Settings;
  readonly log: SessionLog;
  readonly desk: ApprovalDesk;
  readonly hide: <Value>(value: Value) => Value;
  readonly sandbox: SandboxPolicyOptions["sandbox"];
  /** Where commands run now. */
  readonly directory: () => string;
  /** Writes where text comes from into the session. */
  readonly record: (origin: TextOrigin) => void;
}

export interface SessionGate {
  readonly gate: Gate;
  readonly afterToolCall: AfterToolCall;
}

/** Builds the gate; what a resumed session has read before still counts. */
export function sessionGate(sources: GateSources): SessionGate {
  const { launch, host, settings, log, desk, directory } = sources;
  const place = { root: launch.cwd, home: host.home, tmp: host.tmp, directory };
  const watch = new ForeignWatch(place, () => settings.get(foreignText));
  let isRestored = false;
  const restore = (): void => {
    const before = isRestored ? undefined : foreignTextIn(log);
    isRestored = true;
    if (before !== undefined) watch.note(before, "");
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
    afterToolCall: (call) => {
      const origin = watch.originOf(call);
      const text = call.result.content.map((part) => ("text" in part ? part.text : "")).join("\n");
      if (origin !== undefined && watch.note(origin, text)) sources.record(origin);
    },
  };
}

/** Writes decisions down; one that cannot be written stops what it is about. */
function auditor({ host, log, hide }: GateSources): NoteDecision {
  const place = { folder: join(agentPaths(host).agentDir, "audit"), platform: host.platform };
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
