// Where no sandbox holds, running something asks a person first, or warns once where nobody can be asked.
import type { PolicyDecision, ToolPolicy } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { Sandbox } from "../services/sandbox/sandbox.ts";
import { noSandboxText } from "../services/sandbox/sandbox-status.ts";

export interface SandboxPolicyOptions {
  readonly sandbox: Pick<Sandbox, "isWanted" | "isSaidMissing" | "status">;
  /** Whether somebody can be asked. */
  readonly isAttended: boolean;
  /** Tools that the person has allowed by name. */
  readonly isAllowedByRule: (toolName: string) => boolean;
  readonly warn: (text: string) => void;
}

/** `inner`, and beside it the question that the missing sandbox raises. */
export function sandboxPolicy(inner: ToolPolicy, options: SandboxPolicyOptions): ToolPolicy {
  let hasWarned = false;
  return async (request, signal): Promise<PolicyDecision> => {
    const decision = await inner(request, signal);
    const isConcerned = decision.verdict === "allow" && request.approval.tier === "exec";
    if (!isConcerned || !options.sandbox.isWanted) return decision;
    const status = await options.sandbox.status();
    if (status.state !== "none") return decision;
    const text = noSandboxText(status);
    if (options.isAttended)
      return options.isAllowedByRule(request.tool.name)
        ? decision
        : { verdict: "ask", reason: text };
    if (!hasWarned && !options.sandbox.isSaidMissing) options.warn(text);
    hasWarned = true;
    return decision;
  };
}
