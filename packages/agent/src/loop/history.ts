// The messages of one conversation and what has been worked out about them. Append-only: a conversation
// that changes in the middle is a new history.
import type { Message } from "@oh-my-pi/pi-ai/message";
import { ConvertedHistory } from "./converted-history.ts";
import { type AgentMessage, convertToLlm, type ConvertToLlm, toolCallsOf } from "./message.ts";

/** May leave out, add or replace messages before they are converted. An array that it gave before may only have grown. */
export type TransformContext = (
  messages: readonly AgentMessage[],
  signal: AbortSignal,
) => readonly AgentMessage[] | Promise<readonly AgentMessage[]>;

/** Owns its array; whoever passes one in keeps their own. */
export class History {
  readonly #messages: AgentMessage[];
  readonly #plain: ConvertedHistory;
  readonly #transformed: ConvertedHistory;
  #lastTransformed: readonly AgentMessage[] | undefined;
  #usedCallIds: Set<string> | undefined;
  readonly #lastSuffix = new Map<string, number>();

  constructor(messages: readonly AgentMessage[], convert: ConvertToLlm = convertToLlm) {
    this.#messages = [...messages];
    this.#plain = new ConvertedHistory(convert);
    this.#transformed = new ConvertedHistory(convert);
  }

  get messages(): readonly AgentMessage[] {
    return this.#messages;
  }

  append(message: AgentMessage): void {
    this.#messages.push(message);
    if (this.#usedCallIds !== undefined) noteCallIds(this.#usedCallIds, message);
  }

  /** What the model is sent: an array that only grows unless a transform changes what was sent before. */
  async toLlm(
    transform: TransformContext | undefined,
    signal: AbortSignal,
  ): Promise<readonly Message[]> {
    const messages = transform ? await transform(this.#messages, signal) : this.#messages;
    if (messages !== this.#messages) {
      const isKnown = messages === this.#lastTransformed;
      this.#lastTransformed = messages;
      return this.#transformed.sync(messages, isKnown ? this.#transformed.sourceCount : 0);
    }
    return this.#plain.sync(this.#messages, this.#plain.sourceCount);
  }

  /** An id like `wanted` that no call of this conversation has. */
  freeCallId(wanted: string, alsoTaken: ReadonlySet<string>): string {
    const used = (this.#usedCallIds ??= allCallIds(this.#messages));
    const isTaken = (id: string): boolean => used.has(id) || alsoTaken.has(id);
    if (!isTaken(wanted)) return wanted;
    // providers without ids say the same one every turn: go on counting where it was left
    let count = this.#lastSuffix.get(wanted) ?? 1;
    do count++;
    while (isTaken(`${wanted}_${count}`));
    this.#lastSuffix.set(wanted, count);
    return `${wanted}_${count}`;
  }
}

function allCallIds(messages: readonly AgentMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) noteCallIds(ids, message);
  return ids;
}

function noteCallIds(ids: Set<string>, message: AgentMessage): void {
  if (message.role !== "assistant") return;
  for (const call of toolCallsOf(message)) ids.add(call.id);
}
