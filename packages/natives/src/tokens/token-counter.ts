// Counts tokens: exactly, with tables that are loaded when first needed, or as an estimate that costs nothing.

/** A tokenizer by the name of its table. */
export type TokenEncoding = "o200k_base" | "cl100k_base";

type Count = (text: string) => number;

const BYTES_PER_TOKEN = 4;
const MAX_PIECE_CHARACTERS = 20_000;
const SLICE_MS = 8;
/** Where nothing separates words the tokenizer's time grows with the square of the length. */
const LONG_RUN = /\S{1000}/;

/** About how many tokens a text has, by its size in UTF-8. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Keeps the tables it has loaded; use one instance. */
export class TokenCounter {
  readonly #counters = new Map<TokenEncoding, Promise<Count>>();

  /** Special tokens in the text are counted as the text they are. Rejects when `signal` aborts. */
  async count(
    text: string,
    encoding: TokenEncoding = "o200k_base",
    signal?: AbortSignal,
  ): Promise<number> {
    signal?.throwIfAborted();
    const counter = this.#counters.get(encoding) ?? load(encoding);
    this.#counters.set(encoding, counter);
    const count = await counter;
    let total = 0;
    let sliceEnd = performance.now() + SLICE_MS;
    for (let at = 0; at < text.length;) {
      const end = pieceEnd(text, at);
      total += count(text.slice(at, end));
      at = end;
      if (performance.now() < sliceEnd) continue;
      await new Promise(setImmediate);
      signal?.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return total;
  }
}

async function load(encoding: TokenEncoding): Promise<Count> {
  const { countTokens } =
    encoding === "o200k_base"
      ? await import("gpt-tokenizer/encoding/o200k_base")
      : await import("gpt-tokenizer/encoding/cl100k_base");
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}

/** Pieces end before a line or a word, where tokens end too; never inside a character. */
function pieceEnd(text: string, from: number): number {
  const limit = Math.min(from + MAX_PIECE_CHARACTERS, text.length);
  const run = LONG_RUN.exec(text.slice(from, limit));
  if (run) return wholeCharacter(text, from + run.index + run[0].length);
  if (limit === text.length) return limit;
  const gap = Math.max(text.lastIndexOf("\n", limit), text.lastIndexOf(" ", limit));
  return gap > from ? gap : wholeCharacter(text, limit);
}

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
