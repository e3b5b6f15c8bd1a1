// Where no sandbox holds, running something asks a person first, or warns once where nobody can be asked. Where one holds and
// a command wants out of it, only a person can say yes.
import type {
  PolicyDecision,
  PolicyRequest,
  ToolPolicy,
} from "@oh-my-pi/pi-agent-core/tool-policy";
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
    if (decision.verdict === "ask" && wantsOut(request.args))
      return { ...decision, unanswered: unansweredText(request) };
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

function wantsOut(args: unknown): boolean {
  return typeof args === "object" && args !== null && "outside" in args;
}

/** For the model, where nobody can be asked: approval modes and rules do not let a command out. */
function unansweredText({ tool, approval }: PolicyRequest): string {
  return [
    `Tool "${tool.name}" was refused, because nobody can be asked. ${approval.reason ?? ""}`.trim(),
    "Do without, inside the sandbox. Whoever runs omp can name hosts in sandbox.hosts or folders in sandbox.writable.",
  ].join("\n");
}
