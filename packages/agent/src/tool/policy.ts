// The question whether a call may run. The answer is the application's; this file only fixes the shape
// of question and answer and how several answers combine.
import type { ToolApproval } from "./approval.ts";
import type { Tool } from "./tool.ts";

/** One call, as a policy judges it: checked arguments and the tool's own tier. */
export interface PolicyRequest {
  readonly tool: Tool;
  readonly callId: string;
  readonly args: unknown;
  readonly approval: ToolApproval;
  readonly intent?: string;
  /** Who makes the call when it is not the model itself, such as `eval`. */
  readonly origin?: string;
}

export type PolicyDecision =
  | { readonly verdict: "allow" }
  /** `unanswered` is what the model reads where nobody can be asked. */
  | { readonly verdict: "ask"; readonly reason?: string; readonly unanswered?: string }
  | { readonly verdict: "deny"; readonly reason: string };

export type ToolPolicy = (
  request: PolicyRequest,
  signal: AbortSignal,
) => PolicyDecision | Promise<PolicyDecision>;

/** What a person is asked. */
export interface ApprovalQuestion extends PolicyRequest {
  readonly reason?: string;
  readonly details: readonly string[];
}

export type ApprovalAnswer =
  { readonly allowed: true } | { readonly allowed: false; readonly reason?: string };

export type AskApproval = (
  question: ApprovalQuestion,
  signal: AbortSignal,
) => Promise<ApprovalAnswer>;

/** Lets everything run; for tests and for hosts that decide elsewhere. */
export const allowAll: ToolPolicy = () => ({ verdict: "allow" });

/** What all policies allow: any deny denies, else any ask asks. */
export function intersectPolicies(...policies: readonly ToolPolicy[]): ToolPolicy {
  return async (request, signal) => {
    let decision: PolicyDecision = { verdict: "allow" };
    for (const policy of policies) {
      const next = await policy(request, signal);
      if (next.verdict === "deny") return next;
      if (next.verdict === "ask" && decision.verdict === "allow") decision = next;
    }
    return decision;
  };
}
