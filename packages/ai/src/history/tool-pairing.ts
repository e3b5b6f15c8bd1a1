// Keeps calls and results in pairs: which calls of the last assistant message still wait for a result,
// under which ids they go out, and what stands in for a result that never came.
import type { ToolCall, ToolResultMessage } from "../model/message.ts";
import { DEFAULT_RULES, type HistoryRules } from "./history-rules.ts";

const NO_RESULT = "(no result: the call was interrupted)";

interface WaitingCall {
  readonly id: string;
  readonly wireId: string;
  readonly name: string;
}

export class ToolPairing {
  readonly #toolId: NonNullable<HistoryRules["toolId"]>;
  readonly #usedIds = new Set<string>();
  /** Ids that got a result or a stand-in, to tell a second result from a stray one. */
  readonly #answeredIds = new Set<string>();
  #waiting: WaitingCall[] = [];

  constructor(rules: HistoryRules) {
    this.#toolId = rules.toolId ?? DEFAULT_RULES.toolId;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Registers a call and gives the id under which it goes out. */
  open(call: ToolCall): string {
    let attempt = 0;
    let wireId = this.#toolId(call.id, attempt);
    while (this.#usedIds.has(wireId)) wireId = this.#toolId(call.id, ++attempt);
    this.#usedIds.add(wireId);
    this.#waiting.push({ id: call.id, wireId, name: call.name });
    return wireId;
  }

  /** The id of the call that a result answers, or undefined when none waits for it. */
  answer(result: ToolResultMessage): string | undefined {
    const at = this.#waiting.findIndex((call) => call.id === result.toolCallId);
    if (at === -1) return undefined;
    this.#answeredIds.add(result.toolCallId);
    return this.#waiting.splice(at, 1)[0]?.wireId;
  }

  wasAnswered(id: string): boolean {
    return this.#answeredIds.has(id);
  }

  /** Stand-ins for all results that are still missing. */
  settle(timestamp: number): ToolResultMessage[] {
    if (this.#waiting.length === 0) return [];
    const missing = this.#waiting;
    this.#waiting = [];
    return missing.map((call) => ({
      role: "toolResult",
      toolCallId: call.wireId,
      toolName: call.name,
      content: [{ type: "text", text: NO_RESULT }],
      isError: true,
      timestamp,
    }));
  }
}
