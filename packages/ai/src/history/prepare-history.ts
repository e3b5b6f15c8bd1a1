// Makes any conversation one that a provider accepts, and says what it changed. Pure, and stable: what
// comes later never changes how an earlier message is prepared, except that stand-ins for results that
// are missing at the very end give way to the results.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type {
  AssistantMessage,
  Message,
  ToolResultMessage,
  UserMessage,
} from "../model/message.ts";
import type { HistoryRules } from "./history-rules.ts";
import { prepareAssistant, prepareResult, prepareUser } from "./prepare-content.ts";
import type { NoteRepair, Repair, RepairKind } from "./repair.ts";
import { ToolPairing } from "./tool-pairing.ts";

export interface PreparedHistory {
  readonly messages: readonly Message[];
  /** So many messages at the start stay as they are whatever is said next. */
  readonly stableLength: number;
  readonly repairs: readonly Repair[];
}

/** Prepares a history for a model. */
export function prepareHistory(
  messages: readonly Message[],
  model: Model,
  rules: HistoryRules = {},
): PreparedHistory {
  const pass = new Pass(model, rules);
  for (const [index, message] of messages.entries()) pass.add(message, index);
  return pass.finish(messages.length);
}

class Pass {
  readonly #model: Model;
  readonly #rules: HistoryRules;
  readonly #pairing: ToolPairing;
  readonly #out: Message[] = [];
  readonly #repairs: Repair[] = [];
  #index = 0;

  constructor(model: Model, rules: HistoryRules) {
    this.#model = model;
    this.#rules = rules;
    this.#pairing = new ToolPairing(rules);
  }

  add(message: Message, index: number): void {
    this.#index = index;
    if (message.role === "toolResult") {
      this.#addResult(message);
      return;
    }
    this.#settle(message.timestamp);
    if (message.role === "user") this.#addUser(message);
    else this.#addAssistant(message);
  }

  finish(length: number): PreparedHistory {
    this.#index = length;
    const stableLength = this.#out.length;
    this.#settle(this.#out.at(-1)?.timestamp ?? 0);
    return { messages: this.#out, stableLength, repairs: this.#repairs };
  }

  #addUser(message: UserMessage): void {
    this.#out.push(prepareUser(message, this.#model, this.#note));
  }

  #addAssistant(message: AssistantMessage): void {
    const prepared = prepareAssistant(message, this.#model, this.#rules, this.#note);
    if (prepared === undefined) return;
    let isRenamed = false;
    const content = prepared.content.map((block) => {
      if (block.type !== "toolCall") return block;
      const id = this.#pairing.open(block);
      if (id === block.id) return block;
      isRenamed = true;
      this.#note("tool-id", `${block.id} became ${id}`);
      return { ...block, id };
    });
    this.#out.push(isRenamed ? { ...prepared, content } : prepared);
  }

  #addResult(message: ToolResultMessage): void {
    const wireId = this.#pairing.answer(message);
    if (wireId !== undefined) {
      this.#out.push(prepareResult(message, wireId, this.#model, this.#note));
    } else if (this.#pairing.wasAnswered(message.toolCallId)) {
      this.#note("duplicate-result", `a further result for ${message.toolCallId}`);
    } else {
      this.#note("orphan-result", `a result for ${message.toolCallId}, which nobody waits for`);
      // Text between calls and their results would tear the pairs apart.
      if (!this.#pairing.isWaiting) this.#addUser(asUserMessage(message));
    }
  }

  #settle(timestamp: number): void {
    for (const result of this.#pairing.settle(timestamp)) {
      this.#note("synthetic-result", `no result for ${result.toolCallId}`);
      this.#out.push(result);
    }
  }

  readonly #note: NoteRepair = (kind: RepairKind, detail: string) => {
    this.#repairs.push({ kind, messageIndex: this.#index, detail });
  };
}

/** A result without its call can still be read. */
function asUserMessage(result: ToolResultMessage): UserMessage {
  const heading = `[Result of an earlier ${result.toolName || "tool"} call]`;
  return {
    role: "user",
    content: [{ type: "text", text: heading }, ...result.content],
    timestamp: result.timestamp,
  };
}
