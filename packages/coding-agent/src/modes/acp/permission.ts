// Asks the editor whether a tool call may run. Anything but a clear yes is a no; what was said for always holds for the
// tool and this session.
import type {
  AgentContext,
  PermissionOption,
  RequestPermissionResponse,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import type { AskApproval, ApprovalQuestion } from "@oh-my-pi/pi-agent-core/tool-policy";
import { approvalLines } from "../../services/approval/approval-desk.ts";

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
export function permissionAsker({ client, sessionId }: PermissionPort): AskApproval {
  const always = new Map<string, boolean>();
  return async (question, signal) => {
    const name = question.tool.name;
    // What insists on being asked about is asked about each time.
    const insists = question.approval.override === true;
    const said = always.get(name);
    if (said === false || (said === true && !insists)) return { allowed: said };
    const answer = await client.request(
      "session/request_permission",
      { sessionId, toolCall: toolCallOf(question), options: optionsFor(name, insists) },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    const choice = chosen(answer);
    if (choice === "allow_always" && !insists) always.set(name, true);
    if (choice === "reject_always") always.set(name, false);
    const allowed = choice === "allow_once" || (choice === "allow_always" && !insists);
    return { allowed: allowed && !signal.aborted };
  };
}

function optionsFor(name: string, insists: boolean): PermissionOption[] {
  if (insists) return [...ONCE];
  return [
    ...ONCE,
    {
      optionId: "allow_always",
      name: `Always allow ${name} in this session`,
      kind: "allow_always",
    },
    {
      optionId: "reject_always",
      name: `Always reject ${name} in this session`,
      kind: "reject_always",
    },
  ];
}

function chosen({ outcome }: RequestPermissionResponse): string | undefined {
  return outcome.outcome === "selected" ? outcome.optionId : undefined;
}

/** The call is known to the editor already; what it is asked about stands beside it. */
function toolCallOf(question: ApprovalQuestion): ToolCallUpdate {
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
