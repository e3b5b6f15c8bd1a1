// Grows one assistant message out of what a protocol reads from the wire, and says each step as a
// unified event. The laws of the stream (every block starts and ends once, one terminal event, nothing
// after it) are kept here, so that no protocol has to.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { IncrementalJson, parseJsonLeniently } from "@oh-my-pi/pi-utils/data/incremental-json";
import type { AssistantMessageEvent } from "./event.ts";
import type { AssistantMessage, TextContent, ThinkingContent, ToolCall } from "./message.ts";
import { GrowingText } from "./growing-text.ts";
import type { ProviderErrorFacts } from "./provider-error.ts";
import { countUsage, emptyUsage, priceUsage, type TokenCounts } from "./usage.ts";

/** A protocol's own name for a block: an index, an item id, anything unique within the message. */
export type BlockKey = string | number;

interface OpenBlock {
  readonly index: number;
  readonly content: TextContent | ThinkingContent | ToolCall;
  isOpen: boolean;
  readonly growing: GrowingText;
  /** Raw argument text and its parser, for tool calls only. */
  readonly json?: { text: string; readonly parser: IncrementalJson };
}

/** What a builder is given; `now` is milliseconds since the epoch. */
export interface MessageBuilderOptions {
  readonly model: Model;
  readonly startedAtMs: number;
  readonly now: () => number;
  readonly emit: (event: AssistantMessageEvent) => void;
}

/** Collects one response. Every method is ignored once the message is finished. */
export class MessageBuilder {
  readonly message: AssistantMessage;
  readonly #options: MessageBuilderOptions;
  readonly #blocks = new Map<BlockKey, OpenBlock>();
  #isStarted = false;
  #failure: ProviderErrorFacts | undefined;
  #isFinished = false;

  constructor(options: MessageBuilderOptions) {
    this.#options = options;
    this.message = {
      role: "assistant",
      content: [],
      api: options.model.api,
      provider: options.model.provider,
      model: options.model.id,
      usage: emptyUsage(),
      stopReason: "stop",
      timestamp: options.startedAtMs,
    };
  }

  /** True after the terminal event. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Why the message failed, once it did. */
  get failure(): ProviderErrorFacts | undefined {
    return this.#failure;
  }

  /** The response has begun; implied by the first content. */
  start(responseId?: string): void {
    if (this.#isFinished) return;
    if (responseId !== undefined) this.message.responseId = responseId;
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#options.emit({ type: "start", partial: this.message });
  }

  /** Appends text; the first call for a key opens the block. */
  text(key: BlockKey, delta: string): void {
    const block = this.#block(key, () => ({ type: "text", text: "" }));
    if (block?.content.type !== "text" || delta === "") return;
    block.content.text = block.growing.add(block.content.text, delta);
    this.#emitDelta("text_delta", block, delta);
  }

  /** Appends thinking; the first call for a key opens the block. */
  thinking(key: BlockKey, delta: string): void {
    const block = this.#block(key, () => ({ type: "thinking", thinking: "" }));
    if (block?.content.type !== "thinking" || delta === "") return;
    block.content.thinking = block.growing.add(block.content.thinking, delta);
    this.#emitDelta("thinking_delta", block, delta);
  }

  /** Thinking that the provider withheld; `data` is what it wants back. */
  redactedThinking(key: BlockKey, data: string): void {
    this.#block(key, () => ({
      type: "thinking",
      thinking: "",
      thinkingSignature: data,
      redacted: true,
    }));
    this.close(key);
  }

  /** Opens a tool call, or completes what is known of one whose name or id came late. */
  toolCall(key: BlockKey, known: { id?: string | undefined; name?: string | undefined }): void {
    const block = this.#block(key, () => ({
      type: "toolCall",
      id: known.id ?? "",
      name: known.name ?? "",
      arguments: {},
    }));
    if (block?.content.type !== "toolCall") return;
    if (block.content.id === "" && known.id) block.content.id = known.id;
    if (block.content.name === "" && known.name) block.content.name = known.name;
  }

  /** Appends raw JSON text to a tool call's arguments. */
  toolArguments(key: BlockKey, delta: string): void {
    const block = this.#block(key, () => ({ type: "toolCall", id: "", name: "", arguments: {} }));
    if (block?.content.type !== "toolCall" || block.json === undefined || delta === "") return;
    block.json.text = block.growing.add(block.json.text, delta);
    block.json.parser.push(delta);
    if (isRecord(block.json.parser.value)) block.content.arguments = block.json.parser.value;
    this.#emitDelta("toolcall_delta", block, delta);
  }

  /** True once raw argument text came for this tool call. */
  hasArguments(key: BlockKey): boolean {
    return (this.#blocks.get(key)?.json?.text ?? "") !== "";
  }

  /** Sets the opaque replay token of a block. */
  sign(key: BlockKey, signature: string): void {
    const content = this.#isFinished ? undefined : this.#blocks.get(key)?.content;
    if (content?.type === "text") content.textSignature = signature;
    else if (content?.type === "thinking") content.thinkingSignature = signature;
    else if (content?.type === "toolCall") content.thoughtSignature = signature;
  }

  /** Ends a block; a second call, or an unknown key, does nothing. */
  close(key: BlockKey): void {
    const block = this.#blocks.get(key);
    if (block === undefined || !block.isOpen || this.#isFinished) return;
    block.isOpen = false;
    const { content, index: contentIndex } = block;
    const partial = this.message;
    const { emit } = this.#options;
    if (content.type === "text") {
      emit({ type: "text_end", contentIndex, content: content.text, partial });
    } else if (content.type === "thinking") {
      emit({ type: "thinking_end", contentIndex, content: content.thinking, partial });
    } else {
      this.#completeToolCall(content, block.json?.text ?? "", contentIndex);
      emit({ type: "toolcall_end", contentIndex, toolCall: content, partial });
    }
  }

  /** Ends every open block, or those of other keys than `except`. */
  closeAll(except?: BlockKey): void {
    for (const key of this.#blocks.keys()) if (key !== except) this.close(key);
  }

  /** Takes over token counts; later reports replace earlier ones field by field. */
  usage(counts: TokenCounts): void {
    if (!this.#isFinished) countUsage(this.message.usage, counts);
  }

  /** Keeps provider data that must be replayed with this message. */
  payload(value: unknown): void {
    if (!this.#isFinished) this.message.providerPayload = value;
  }

  /** The response is complete. Whether tools are wanted is read from the message itself. */
  finish(reason: "stop" | "length" | "toolUse"): void {
    if (this.#isFinished) return;
    this.start();
    this.closeAll();
    const hasToolCall = this.message.content.some((block) => block.type === "toolCall");
    const stop = reason === "length" ? "length" : hasToolCall ? "toolUse" : "stop";
    this.#seal(stop);
    this.#options.emit({ type: "done", reason: stop, message: this.message });
  }

  /** The response failed; what came so far stays in the message. */
  fail(facts: ProviderErrorFacts): void {
    if (this.#isFinished) return;
    this.start();
    this.closeAll();
    const reason = facts.kind === "aborted" ? "aborted" : "error";
    this.#failure = facts;
    this.message.errorMessage = facts.message;
    if (facts.status !== undefined) this.message.errorStatus = facts.status;
    this.#seal(reason);
    this.#options.emit({ type: "error", reason, error: this.message, facts });
  }

  #seal(stopReason: AssistantMessage["stopReason"]): void {
    this.message.stopReason = stopReason;
    this.message.duration = Math.max(
      0,
      Math.round(this.#options.now() - this.#options.startedAtMs),
    );
    const { model, startedAtMs } = this.#options;
    priceUsage(this.message.usage, model, startedAtMs);
    this.#isFinished = true;
  }

  #block(key: BlockKey, make: () => OpenBlock["content"]): OpenBlock | undefined {
    if (this.#isFinished) return undefined;
    const known = this.#blocks.get(key);
    if (known !== undefined) return known.isOpen ? known : undefined;
    this.start();
    const { now, startedAtMs, emit } = this.#options;
    this.message.ttft ??= Math.max(0, Math.round(now() - startedAtMs));
    const content = make();
    const index = this.message.content.push(content) - 1;
    const json =
      content.type === "toolCall" ? { text: "", parser: new IncrementalJson() } : undefined;
    const growing = new GrowingText();
    const block: OpenBlock = { index, content, isOpen: true, growing, ...(json && { json }) };
    this.#blocks.set(key, block);
    const type =
      content.type === "toolCall"
        ? "toolcall_start"
        : content.type === "text"
          ? "text_start"
          : "thinking_start";
    emit({ type, contentIndex: index, partial: this.message });
    return block;
  }

  #emitDelta(
    type: "text_delta" | "thinking_delta" | "toolcall_delta",
    block: OpenBlock,
    delta: string,
  ): void {
    this.#options.emit({ type, contentIndex: block.index, delta, partial: this.message });
  }

  #completeToolCall(call: ToolCall, text: string, index: number): void {
    if (call.id === "") call.id = `call_${index}`;
    if (text === "") return;
    const value = parseJsonLeniently(text);
    call.arguments = isRecord(value) ? value : {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
