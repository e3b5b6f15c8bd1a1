// Lets partial results through at a bearable rate and size: at once when it was quiet, else the newest one
// when the interval is over, and only the tail of long text. Work is done only for what is shown.
import type { Clock } from "../clock.ts";
import { boundText, type TextLimit } from "./bound-text.ts";
import { coerceToolResult, type ToolResult } from "./coerce-result.ts";

export interface ProgressOptions {
  readonly intervalMs: number;
  readonly tail: TextLimit;
}

export type PartialResult = { content: unknown; details?: unknown };

/** The gate of one call; after `close` nothing passes. */
export class ProgressGate {
  readonly #options: ProgressOptions;
  readonly #clock: Clock;
  readonly #emit: (partial: ToolResult) => void;
  readonly #closing = new AbortController();
  #latest: PartialResult | undefined;
  #lastShownAt = Number.NEGATIVE_INFINITY;
  #isWaiting = false;

  constructor(options: ProgressOptions, clock: Clock, emit: (partial: ToolResult) => void) {
    this.#options = options;
    this.#clock = clock;
    this.#emit = emit;
  }

  push(partial: PartialResult): void {
    if (this.#closing.signal.aborted) return;
    this.#latest = partial;
    const waitMs = this.#lastShownAt + this.#options.intervalMs - this.#clock.now();
    if (waitMs <= 0) this.#show();
    else if (!this.#isWaiting) void this.#showAfter(waitMs);
  }

  close(): void {
    this.#closing.abort();
    this.#latest = undefined;
  }

  async #showAfter(waitMs: number): Promise<void> {
    this.#isWaiting = true;
    await this.#clock.sleep(waitMs, this.#closing.signal);
    this.#isWaiting = false;
    if (!this.#closing.signal.aborted) this.#show();
  }

  #show(): void {
    const partial = this.#latest;
    if (partial === undefined) return;
    this.#latest = undefined;
    this.#lastShownAt = this.#clock.now();
    this.#emit(toTail(partial, this.#options.tail));
  }
}

function toTail(partial: PartialResult, limit: TextLimit): ToolResult {
  const blocks =
    typeof partial.content === "string" ? cut(partial.content, limit) : partial.content;
  const { content, details } = coerceToolResult({ ...partial, content: blocks });
  const isEmpty = blocks === "" || (Array.isArray(blocks) && blocks.length === 0);
  if (isEmpty) return { content: [], details };
  return {
    details,
    content: content.map((block) =>
      block.type === "text" ? { ...block, text: cut(block.text, limit) } : block,
    ),
  };
}

function cut(text: string, limit: TextLimit): string {
  const { head, tail, cut: isCut } = boundText(text, limit, "tail");
  return isCut === undefined ? head : tail;
}
