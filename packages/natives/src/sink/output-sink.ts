// Bounded memory for unbounded output: keeps the head and the tail of a byte stream, counts everything, and hands the
// whole stream to a spill as soon as it no longer fits. It knows neither files nor what the bytes mean.
import { LineCutter } from "./line-cutter.ts";
import { TailBuffer } from "./tail-buffer.ts";

/** Where output goes that does not fit. */
export interface OutputSpill {
  /** Called in order, with bytes that are valid during the call only. */
  write(bytes: Uint8Array): void;
  close(): Promise<void>;
}

/** Limits of a sink. */
export interface OutputSinkOptions {
  /** Output of at most this size is kept whole. */
  readonly maxBytes: number;
  /** What remains of larger output: this much of its start ... */
  readonly headBytes: number;
  /** ... and this much of its end, ... */
  readonly tailBytes: number;
  /** ... but no more lines of the end than this. */
  readonly tailLines?: number;
  /** Longer lines are cut in what is kept; the spill gets them whole. */
  readonly maxLineBytes?: number;
  /** Opened when something is left out for the first time; gets everything from the beginning. */
  readonly openSpill?: () => OutputSpill;
}

/** What a sink holds. Text is UTF-8 with invalid bytes replaced; no character is cut in half. */
export interface SinkContent {
  /** The whole output, or its first lines. */
  readonly head: string;
  /** Its last lines; empty unless output was left out between. */
  readonly tail: string;
  readonly totalBytes: number;
  readonly totalLines: number;
  readonly headLines: number;
  readonly tailLines: number;
  readonly cutLines: number;
  /** Whether `head` and `tail` are less than everything. */
  readonly isTruncated: boolean;
  /** Why the spill is incomplete, if it is. */
  readonly spillError: string | undefined;
}

const NEWLINE = 10;

/** See the file comment. */
export class OutputSink {
  readonly #options: OutputSinkOptions;
  readonly #cutter: LineCutter;
  #kept: Buffer;
  #keptBytes = 0;
  #tail: TailBuffer | undefined;
  #totalBytes = 0;
  #early: Buffer[] | undefined = [];
  #spill: OutputSpill | undefined;
  #spillError: string | undefined;

  constructor(options: OutputSinkOptions) {
    this.#options = options;
    this.#kept = Buffer.alloc(Math.min(options.maxBytes, 4096));
    const maxLineBytes = options.maxLineBytes ?? Number.POSITIVE_INFINITY;
    this.#cutter = new LineCutter(maxLineBytes, (bytes) => this.#keep(bytes));
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Takes bytes; they may be reused when it returns. */
  write(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#totalBytes += bytes.length;
    this.#cutter.push(bytes);
    if (this.#early && !this.#isTruncated()) this.#early.push(Buffer.from(bytes));
    else this.#spillOut(bytes);
  }

  /** What is held now; the sink goes on. */
  read(): SinkContent {
    const isTruncated = this.#isTruncated();
    const head = this.#tail
      ? cutAfterLine(this.#kept.subarray(0, this.#keptBytes))
      : this.#kept.subarray(0, this.#keptBytes);
    const tail = this.#tail
      ? lastLines(cutBeforeLine(this.#tail), this.#options.tailLines)
      : Buffer.alloc(0);
    return {
      head: head.toString(),
      tail: tail.toString(),
      totalBytes: this.#totalBytes,
      totalLines: this.#cutter.lines,
      headLines: countLines(head),
      tailLines: countLines(tail),
      cutLines: this.#cutter.cutLines,
      isTruncated,
      spillError: this.#spillError,
    };
  }

  /** Finishes the spill, if there is one, and says what is held. */
  async close(): Promise<SinkContent> {
    try {
      await this.#spill?.close();
    } catch (error) {
      this.#spillError ??= messageOf(error);
    }
    this.#spill = undefined;
    return this.read();
  }

  #isTruncated(): boolean {
    return this.#tail !== undefined || this.#cutter.cutLines > 0;
  }

  #keep(bytes: Uint8Array): void {
    if (this.#tail) return this.#tail.push(bytes);
    const { maxBytes, headBytes, tailBytes } = this.#options;
    if (this.#keptBytes + bytes.length <= maxBytes) return this.#append(bytes);
    const tail = new TailBuffer(tailBytes);
    if (this.#keptBytes < headBytes) {
      const missing = headBytes - this.#keptBytes;
      this.#append(bytes.subarray(0, missing));
      tail.push(bytes.subarray(missing));
    } else {
      tail.push(this.#kept.subarray(headBytes, this.#keptBytes));
      tail.push(bytes);
    }
    this.#kept = Buffer.from(this.#kept.subarray(0, headBytes));
    this.#keptBytes = this.#kept.length;
    this.#tail = tail;
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#keptBytes + bytes.length;
    if (needed > this.#kept.length) {
      const grown = Buffer.alloc(Math.max(needed, this.#kept.length * 2));
      this.#kept.copy(grown, 0, 0, this.#keptBytes);
      this.#kept = grown;
    }
    this.#kept.set(bytes, this.#keptBytes);
    this.#keptBytes = needed;
  }

  #spillOut(bytes: Uint8Array): void {
    const early = this.#early;
    this.#early = undefined;
    try {
      if (early) this.#spill = this.#options.openSpill?.();
      for (const part of early ?? []) this.#spill?.write(part);
      this.#spill?.write(bytes);
    } catch (error) {
      // A full disk must not stop the command whose output this is; the content says that the spill is incomplete.
      this.#spillError = messageOf(error);
      void this.#spill?.close().catch(() => undefined);
      this.#spill = undefined;
    }
  }
}

function cutAfterLine(bytes: Buffer): Buffer {
  const newline = bytes.lastIndexOf(NEWLINE);
  return bytes.subarray(0, newline < 0 ? wholeCharactersEnd(bytes) : newline + 1);
}

function cutBeforeLine(tail: TailBuffer): Buffer {
  const bytes = tail.read();
  if (!tail.hasForgotten) return bytes;
  const newline = bytes.indexOf(NEWLINE);
  if (newline >= 0 && newline < bytes.length - 1) return bytes.subarray(newline + 1);
  let start = 0;
  while (start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}

function lastLines(bytes: Buffer, limit = Number.POSITIVE_INFINITY): Buffer {
  let at = bytes.length - 1; // A newline at the very end closes the last line.
  for (let lines = 0; at > 0; lines++) {
    if (lines === limit) return bytes.subarray(at + 1);
    at = bytes.lastIndexOf(NEWLINE, at - 1);
    if (at < 0) return bytes;
  }
  return bytes;
}

/** Where the last complete UTF-8 character ends. */
function wholeCharactersEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines + (bytes.length > 0 && bytes.at(-1) !== NEWLINE ? 1 : 0);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
