// Whether a checked call may run: policy, the person asked, the hook before. Fails closed: whatever throws
// here refuses the call.
import type { ToolHostOptions } from "./host-options.ts";
import type { PolicyRequest } from "./policy.ts";
import { messageOf, ToolFailure } from "./tool-failure.ts";

type Judges = Pick<ToolHostOptions, "policy" | "ask" | "beforeToolCall">;

/** Returns when the call may run; throws a ToolFailure that says why not. */
export async function judgeCall(
  judges: Judges,
  request: PolicyRequest,
  signal: AbortSignal,
): Promise<void> {
  try {
    await checkPolicy(judges, request, signal);
    const verdict = await judges.beforeToolCall?.(request, signal);
    if (verdict?.block) throw blocked(verdict.reason ?? `Tool "${request.tool.name}" was blocked.`);
  } catch (error) {
    throw error instanceof ToolFailure ? error : blocked(messageOf(error));
  }
}

async function checkPolicy(
  { policy, ask }: Judges,
  request: PolicyRequest,
  signal: AbortSignal,
): Promise<void> {
  const { name } = request.tool;
  const decision = await policy(request, signal);
  if (decision.verdict === "allow") return;
  if (decision.verdict === "deny") throw blocked(decision.reason);
  if (ask === undefined) {
    const text = `Tool "${name}" requires approval but no interactive UI available.`;
    throw blocked(decision.unanswered ?? text);
  }
  const reason = decision.reason ?? request.approval.reason;
  const question = { ...request, details: request.tool.approvalDetails(request.args) };
  const answer = await ask(reason === undefined ? question : { ...question, reason }, signal);
  if (!answer.allowed) throw blocked(answer.reason ?? `Tool "${name}" was not approved.`);
}

function blocked(reason: string): ToolFailure {
  return new ToolFailure(reason, { kind: "blocked" });
}
