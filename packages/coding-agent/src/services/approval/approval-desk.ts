// Where a tool call that needs a yes meets whoever can give it. A face that can ask takes the desk; calls
// are asked about one after the other.
import type {
  ApprovalAnswer,
  ApprovalQuestion,
  AskApproval,
} from "@oh-my-pi/pi-agent-core/tool-policy";
import { Refusals } from "./refusals.ts";

/** The desk of one session. */
export class ApprovalDesk {
  readonly refusals = new Refusals();
  #asker: AskApproval | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** From now on `asker` is asked. */
  attend(asker: AskApproval): void {
    this.#asker = asker;
  }

  /** Asks, after every earlier question was answered. Nobody at the desk means no. */
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer> {
    const answer = this.#last.then(() => this.#askNow(question, signal));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #askNow(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer> {
    if (signal.aborted || this.#asker === undefined) return { allowed: false };
    return this.#asker(question, signal);
  }
}

/** What a person is shown before they decide. */
export function approvalLines(
  question: Pick<ApprovalQuestion, "tool" | "reason" | "details">,
): string[] {
  const { tool, reason, details } = question;
  return [
    `Allow tool: ${tool.name}`,
    ...(tool.name.startsWith("mcp__") ? ["Origin: MCP server tool"] : []),
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    ...details,
  ];
}
