// The rules that every provider's conversation shares, strictly: who may speak after whom, and that calls
// and results pair up. Knows no wire format.
import type { AssistantMessage, Message, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { toolCallsOf } from "./message.ts";

export interface HistoryViolation {
  /** Index of the message that breaks the rule. */
  readonly index: number;
  readonly problem: string;
}

/** Everything wrong with a conversation that is about to be sent; empty when it may be. */
export function checkHistory(messages: readonly Message[]): HistoryViolation[] {
  const checker = new HistoryChecker();
  for (const message of messages) checker.push(message);
  return checker.end();
}

class HistoryChecker {
  readonly #violations: HistoryViolation[] = [];
  readonly #callIds = new Set<string>();
  /** Calls of the last response that wait for a result: id to tool name. */
  readonly #open = new Map<string, string>();
  #last: Message | undefined;
  #index = 0;

  push(message: Message): void {
    if (message.role === "toolResult") this.#pushResult(message);
    else this.#closeCalls(`a ${message.role} message`);
    if (message.role === "assistant") this.#pushAssistant(message);
    if (message.role === "user" && isEmpty(message.content)) this.#report("an empty user message");
    this.#last = message;
    this.#index++;
  }

  end(): HistoryViolation[] {
    this.#closeCalls("the end");
    if (this.#last === undefined) this.#report("no messages");
    if (this.#last?.role === "assistant") this.#report("the last message is the assistant's");
    return this.#violations;
  }

  #pushAssistant(message: AssistantMessage): void {
    if (this.#last === undefined) this.#report("the first message is the assistant's");
    if (this.#last?.role === "assistant") this.#report("two assistant messages in a row");
    if (message.content.length === 0) this.#report("an assistant message without content");
    for (const { id, name } of toolCallsOf(message)) {
      if (id === "" || name === "") this.#report("a call without id or name");
      if (this.#callIds.has(id)) this.#report(`call id ${id} is used twice`);
      this.#callIds.add(id);
      this.#open.set(id, name);
    }
  }

  #pushResult(message: ToolResultMessage): void {
    const { toolCallId, toolName, content } = message;
    const called = this.#open.get(toolCallId);
    if (called === undefined) this.#report(`a result for ${toolCallId}, which waits for none`);
    else if (called !== toolName) this.#report(`a result of ${toolName} for a call of ${called}`);
    if (isEmpty(content)) this.#report(`an empty result for ${toolCallId}`);
    this.#open.delete(toolCallId);
  }

  #closeCalls(before: string): void {
    for (const id of this.#open.keys()) this.#report(`call ${id} has no result before ${before}`);
    this.#open.clear();
  }

  #report(problem: string): void {
    this.#violations.push({ index: this.#index, problem });
  }
}

function isEmpty(content: Exclude<Message, AssistantMessage>["content"]): boolean {
  if (typeof content === "string") return content === "";
  return !content.some((block) => block.type === "image" || block.text !== "");
}
