// Asks the editor whether a tool call may run. Anything but a clear yes is a no; a no for always holds for the
// tool and this session, a yes for what the lease says.
import type {
  AgentContext,
  PermissionOption,
  RequestPermissionResponse,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import {
  approvalLines,
  type AskAtDesk,
  type DeskQuestion,
} from "../../services/approval/approval-desk.ts";

/** Where questions go, and what the call looks like. */
export interface PermissionPort {
  readonly client: Pick<AgentContext, "request">;
  readonly sessionId: string;
}

const ONCE: readonly PermissionOption[] = [
  { optionId: "allow_once", name: "Allow", kind: "allow_once" },
  { optionId: "reject_once", name: "Reject", kind: "reject_once" },
];

/** The asker of one session. */
export function permissionAsker({ client, sessionId }: PermissionPort): AskAtDesk {
  const rejected = new Set<string>();
  return async (question, signal) => {
    const name = question.tool.name;
    if (rejected.has(name)) return { allowed: false };
    const answer = await client.request(
      "session/request_permission",
      { sessionId, toolCall: toolCallOf(question), options: optionsFor(question) },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    const choice = chosen(answer);
    if (choice === "reject_always") rejected.add(name);
    const isLease = choice === "allow_always" && question.leaseText !== undefined;
    const allowed = (choice === "allow_once" || isLease) && !signal.aborted;
    return { allowed, ...(isLease && { lease: "session" }) };
  };
}

/** What insists on being asked about has no lease, and is asked about each time. */
function optionsFor({ tool, leaseText }: DeskQuestion): PermissionOption[] {
  if (leaseText === undefined) return [...ONCE];
  return [
    ...ONCE,
    {
      optionId: "allow_always",
      name: `Always allow ${leaseText} in this session`,
      kind: "allow_always",
    },
    {
      optionId: "reject_always",
      name: `Always reject ${tool.name} in this session`,
      kind: "reject_always",
    },
  ];
}

function chosen({ outcome }: RequestPermissionResponse): string | undefined {
  return outcome.outcome === "selected" ? outcome.optionId : undefined;
}

/** The call is known to the editor already; what it is asked about stands beside it. */
function toolCallOf(question: DeskQuestion): ToolCallUpdate {
  const text = approvalLines(question).join("\n");
  return {
    toolCallId: question.callId,
    status: "pending",
    rawInput: question.args,
    ...(question.reason !== undefined && {
      content: [{ type: "content", content: { type: "text", text } }],
    }),
  };
}
