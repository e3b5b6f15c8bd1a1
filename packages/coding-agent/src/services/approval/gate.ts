// The one place where it is decided whether a call may take effect: the user's rules, text from elsewhere, leases, a
// person. Every decision is told to the audit, whichever way it went.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type {
  ApprovalAnswer,
  ApprovalQuestion,
  PolicyDecision,
  PolicyRequest,
  ToolPolicy,
} from "@oh-my-pi/pi-agent-core/tool-policy";
import type { ApprovalDesk } from "./approval-desk.ts";
import { scopeText } from "./lease.ts";
import type { LeaseBook } from "./lease-book.ts";
import { resolvedTargets } from "./resolved-targets.ts";

/** How a call was decided about. */
export type Verdict = "allowed" | "denied" | "lease" | "asked: yes" | "asked: no" | "nobody to ask";

/** Hears every decision. */
export type NoteDecision = (
  call: Pick<PolicyRequest, "tool" | "args" | "origin">,
  verdict: Verdict,
  detail?: string,
) => void;

export interface GateParts {
  /** What the user's rules say. */
  readonly rules: ToolPolicy;
  /** Why a call asks because of text from elsewhere; undefined when it does not. */
  readonly foreign: (call: PolicyRequest) => string | undefined;
  readonly leases: LeaseBook;
  readonly note: NoteDecision;
  /** Absent where nobody can be asked. */
  readonly desk?: ApprovalDesk | undefined;
}

/** Stands for the shell where the person uses it. */
const PERSONS_SHELL = defineTool({
  name: "bash",
  description: "A command that the person runs themselves.",
  parameters: { type: "object" },
  run: () => "",
});

export class Gate {
  readonly #parts: GateParts;
  /** Calls that ask because of text from elsewhere. */
  readonly #foreign = new WeakSet<object>();

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** The policy of the tool host. */
  readonly policy: ToolPolicy = async (request, signal) => {
    const { rules, leases, note, desk } = this.#parts;
    const decision = this.#withForeign(request, await rules(request, signal));
    if (decision.verdict === "deny") {
      note(request, "denied", decision.reason);
      return decision;
    }
    if (decision.verdict === "allow") {
      note(request, "allowed");
      return decision;
    }
    // What a tool insists on asking about is asked about each time.
    const lease = request.approval.override
      ? undefined
      : leases.covering(request, this.#isForeign(request));
    if (lease !== undefined) {
      note(request, "lease", `${lease.id}: ${scopeText(lease)}`);
      return { verdict: "allow" };
    }
    if (desk === undefined) note(request, "nobody to ask", decision.reason);
    return decision;
  };

  /** Why a command that the person runs themselves is refused: a rule that denies holds for everybody. */
  async personRuns(command: string): Promise<string | undefined> {
    const { rules, note } = this.#parts;
    const refusal = await personsRefusal(rules, command);
    note(personsCall(command), refusal === undefined ? "allowed" : "denied", refusal);
    return refusal;
  }

  /** Asks whoever is at the desk. */
  readonly ask = async (
    question: ApprovalQuestion,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer> => {
    const { leases, note, desk } = this.#parts;
    if (desk === undefined) return { allowed: false };
    const isOffered = question.approval.override !== true;
    const scope = leases.offer(question, this.#isForeign(question));
    const shown = { ...question, targets: resolvedTargets(question, leases.root) };
    const asked = isOffered ? { ...shown, leaseText: scopeText(scope) } : shown;
    const answer = await desk.ask(asked, signal);
    if (answer.allowed && isOffered && answer.lease !== undefined)
      leases.grant(scope, answer.lease);
    note(question, answer.allowed ? "asked: yes" : "asked: no", question.reason);
    return answer;
  };

  #isForeign({ args }: Pick<PolicyRequest, "args">): boolean {
    return typeof args === "object" && args !== null && this.#foreign.has(args);
  }

  #withForeign(request: PolicyRequest, decision: PolicyDecision): PolicyDecision {
    if (decision.verdict === "deny") return decision;
    const reason = this.#parts.foreign(request);
    if (reason === undefined) return decision;
    if (typeof request.args === "object" && request.args !== null) this.#foreign.add(request.args);
    const unanswered = [
      `Tool "${request.tool.name}" was refused: ${reason}, and nobody can be asked.`,
      "Whoever runs omp can allow this with the setting tools.foreignText: allow; the text of a project counts no more once it is trusted (omp trust add).",
    ].join("\n");
    const own = decision.verdict === "ask" ? decision.reason : undefined;
    return { verdict: "ask", unanswered, reason: own === undefined ? reason : `${own}; ${reason}` };
  }
}

/** A command of the person's own as a call of the shell. */
export function personsCall(
  command: string,
): Pick<PolicyRequest, "tool" | "args"> & { readonly origin: string } {
  return { tool: PERSONS_SHELL, args: { command }, origin: "person" };
}

/** What the rules say against a command of the person's own; nothing where they allow it or would ask. */
export async function personsRefusal(
  rules: ToolPolicy,
  command: string,
): Promise<string | undefined> {
  const call = { ...personsCall(command), callId: "", approval: { tier: "exec" } as const };
  const decision = await rules(call, new AbortController().signal);
  return decision.verdict === "deny" ? decision.reason : undefined;
}
