// How large the next request would be: what the provider counted last, where that still holds, and an
// estimate of the rest.
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import {
  contextTokens,
  estimateMessage,
  estimateText,
} from "@oh-my-pi/pi-agent-core/compact/estimate-tokens";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";

/** Measures a list of messages that grows; looks at each message once. */
export class ContextMeter {
  #messages: readonly AgentMessage[] = [];
  #seen = 0;
  #estimated = 0;
  /** What the last answer with a count said, where it stands, and what the estimate was up to there. */
  #measured = { tokens: 0, at: -1, estimated: 0 };

  /** Tokens of a context of which only answers from `freshFrom` on have counted what is sent now. */
  measure(messages: readonly AgentMessage[], freshFrom: number, overheadTokens: number): number {
    if (messages !== this.#messages || messages.length < this.#seen) this.#begin(messages);
    while (this.#seen < messages.length) this.#take(messages[this.#seen] as AgentMessage);
    const { tokens, at, estimated } = this.#measured;
    if (at < freshFrom) return overheadTokens + this.#estimated;
    return tokens + this.#estimated - estimated;
  }

  #begin(messages: readonly AgentMessage[]): void {
    this.#messages = messages;
    this.#seen = 0;
    this.#estimated = 0;
    this.#measured = { tokens: 0, at: -1, estimated: 0 };
  }

  #take(message: AgentMessage): void {
    const { measured, measuredAt } = contextTokens([message]);
    this.#estimated += estimateMessage(message);
    if (measuredAt === 0)
      this.#measured = { tokens: measured, at: this.#seen, estimated: this.#estimated };
    this.#seen++;
  }
}

/** Tokens of what stands before every conversation. */
export function overheadSize(system: readonly string[], tools: readonly Tool[]): number {
  const specs = tools.map(({ specWithIntent }) => JSON.stringify(specWithIntent));
  return estimateText([...system, ...specs].join("\n"));
}
