// Where a tool call that needs a yes meets whoever can give it. A face that can ask takes the desk; calls
// are asked about one after the other.
import type { ApprovalAnswer, ApprovalQuestion } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { LeaseBook, LeaseTerm } from "./lease-book.ts";
import { Refusals } from "./refusals.ts";

/** A question, with what could be allowed for longer than this call. */
export interface DeskQuestion extends ApprovalQuestion {
  /** What a lease would cover, in words; absent where only this call can be allowed. */
  readonly leaseText?: string;
  /** Where the call really goes, one line each. */
  readonly targets?: readonly string[];
}

/** An answer; a yes may be for longer than this call. */
export type DeskAnswer = ApprovalAnswer & { readonly lease?: LeaseTerm };

/** Whoever can be asked. */
export type AskAtDesk = (question: DeskQuestion, signal: AbortSignal) => Promise<DeskAnswer>;

/** The desk of one session. */
export class ApprovalDesk {
  readonly refusals = new Refusals();
  /** What was allowed for longer than one call. */
  readonly leases: LeaseBook;
  #asker: AskAtDesk | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(leases: LeaseBook) {
    this.leases = leases;
  }

  /** From now on `asker` is asked. */
  attend(asker: AskAtDesk): void {
    this.#asker = asker;
  }

  /** Asks, after every earlier question was answered. Nobody at the desk means no. */
  ask(question: DeskQuestion, signal: AbortSignal): Promise<DeskAnswer> {
    const answer = this.#last.then(() => this.#askNow(question, signal));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #askNow(question: DeskQuestion, signal: AbortSignal): Promise<DeskAnswer> {
    if (signal.aborted || this.#asker === undefined) return { allowed: false };
    return this.#asker(question, signal);
  }
}

/** What a person is shown before they decide. */
export function approvalLines(
  question: Pick<DeskQuestion, "tool" | "reason" | "details" | "targets">,
): string[] {
  const { tool, reason, details, targets = [] } = question;
  return [
    `Allow tool: ${tool.name}`,
    ...(tool.name.startsWith("mcp__") ? ["Origin: MCP server tool"] : []),
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    ...targets,
    ...details,
  ];
}
