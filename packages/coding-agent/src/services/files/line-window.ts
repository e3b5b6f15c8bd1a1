// Lines of files that are too large to hold: some by their numbers, scanning from the start, or the last
// ones, scanning from the end. Memory is bounded by what is asked for, however long the lines are.
import { open, type FileHandle } from "node:fs/promises";

export interface WindowRange {
  readonly start: number;
  readonly end: number;
}

export interface WindowLine {
  readonly text: string;
  /** Whether the line goes on after `text`. */
  readonly isCut: boolean;
}

export interface LineWindow {
  /** Lines of each range that exist, in order. */
  readonly blocks: readonly { readonly start: number; readonly lines: readonly WindowLine[] }[];
  /** Lines of the file, when its end was seen. */
  readonly totalLines: number | undefined;
}

const CHUNK_BYTES = 1024 * 1024;
const TAIL_CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** Lines by number; `ranges` are sorted and apart. */
export async function readLineWindow(
  path: string,
  ranges: readonly WindowRange[],
  maxLineBytes: number,
  signal: AbortSignal,
): Promise<LineWindow> {
  await using file = await open(path, "r");
  const blocks = ranges.map(({ start }) => ({ start, lines: [] as WindowLine[] }));
  const lastWanted = ranges.at(-1)?.end ?? 0;
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const collector = new LineCollector(maxLineBytes);
  let line = 1;
  let at = 0;
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
    const isEnd = bytesRead === 0;
    const chunk = buffer.subarray(0, bytesRead);
    let from = 0;
    while (from <= chunk.length) {
      const feed = chunk.indexOf(LINE_FEED, from);
      while (at < ranges.length && line > ranges[at]!.end) at++;
      const isWanted = at < ranges.length && line >= ranges[at]!.start;
      if (isWanted) collector.add(chunk.subarray(from, feed === -1 ? chunk.length : feed));
      if (feed === -1) break;
      if (isWanted) blocks[at]!.lines.push(collector.take());
      line++;
      from = feed + 1;
      if (line > lastWanted) return { blocks: blocks.filter(hasLines), totalLines: undefined };
    }
    if (isEnd) {
      if (at < ranges.length && line >= ranges[at]!.start) blocks[at]!.lines.push(collector.take());
      return { blocks: blocks.filter(hasLines), totalLines: line };
    }
    position += bytesRead;
  }
}

/** The last `count` lines, a final line break not counted as one; at most `maxBytes` of them. */
export async function readLastLines(
  path: string,
  count: number,
  maxBytes: number,
): Promise<{ readonly lines: readonly WindowLine[]; readonly isWhole: boolean }> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const chunks: Buffer[] = [];
  let start = size;
  let feeds = 0;
  let held = 0;
  while (start > 0 && feeds <= count && held < maxBytes) {
    const length = Math.min(TAIL_CHUNK_BYTES, start);
    const chunk = await readAt(file, start - length, length);
    chunks.unshift(chunk);
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1))
      feeds++;
    start -= length;
    held += length;
  }
  const texts = Buffer.concat(chunks).toString("utf8").split("\n");
  if (texts.at(-1) === "") texts.pop();
  const kept = texts.slice(-count);
  const isFirstCut = start > 0 && kept.length === texts.length;
  const lines = kept.map((text, index) => ({
    text: dropReturn(text),
    isCut: isFirstCut && index === 0,
  }));
  return { lines, isWhole: start === 0 && kept.length === texts.length };
}

/** Gathers one line over chunks and keeps no more of it than is shown. */
class LineCollector {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #held = 0;
  #isCut = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(bytes: Buffer): void {
    const room = this.#maxBytes - this.#held;
    if (bytes.length > room) this.#isCut = true;
    const kept = bytes.subarray(0, Math.max(0, room));
    if (kept.length > 0) this.#parts.push(Buffer.from(kept));
    this.#held += kept.length;
  }

  take(): WindowLine {
    const text = dropReturn(Buffer.concat(this.#parts).toString("utf8"));
    // A cut may fall into a character, which then decodes to a replacement mark.
    const line = { text: this.#isCut ? text.replace(/\ufffd+$/, "") : text, isCut: this.#isCut };
    this.#parts = [];
    this.#held = 0;
    this.#isCut = false;
    return line;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function hasLines(block: { readonly lines: readonly WindowLine[] }): boolean {
  return block.lines.length > 0;
}

function dropReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
