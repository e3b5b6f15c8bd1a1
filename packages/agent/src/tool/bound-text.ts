// Cuts text to a size in bytes and lines without splitting a character. What is kept is a fresh string,
// so that a small rest never holds a huge original in memory.

export interface TextLimit {
  readonly maxBytes: number;
  readonly maxLines: number;
}

export type KeptPart = "head" | "tail" | "both";

/** What was cut; line numbers count from 1. */
export interface TextCut {
  readonly keep: KeptPart;
  readonly totalBytes: number;
  readonly totalLines: number;
  readonly headLines: number;
  readonly tailLines: number;
  readonly keptBytes: number;
}

export interface BoundedText {
  readonly head: string;
  readonly tail: string;
  /** Absent when everything fits and is in `head`. */
  readonly cut?: TextCut;
}

/** Cuts what is over the limit; text within it is returned as it is. */
export function boundText(text: string, limit: TextLimit, keep: KeptPart): BoundedText {
  const totalBytes = Buffer.byteLength(text);
  const totalLines = countLines(text);
  if (totalBytes <= limit.maxBytes && totalLines <= limit.maxLines) return { head: text, tail: "" };
  const share = keep === "both" ? 0.5 : 1;
  const part: TextLimit = {
    maxBytes: Math.floor(limit.maxBytes * share),
    maxLines: Math.max(1, Math.floor(limit.maxLines * share)),
  };
  const head = keep === "tail" ? "" : takeHead(text, part);
  const tail = keep === "head" ? "" : takeTail(text, part);
  const keptBytes = Buffer.byteLength(head) + Buffer.byteLength(tail);
  const [headLines, tailLines] = [head, tail].map((kept) => (kept === "" ? 0 : countLines(kept)));
  return {
    head,
    tail,
    cut: { keep, totalBytes, totalLines, headLines: headLines!, tailLines: tailLines!, keptBytes },
  };
}

/** Lines as an editor numbers them, without counting the empty one after a final line feed. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function takeHead(text: string, { maxBytes, maxLines }: TextLimit): string {
  let end = 0;
  for (let line = 0; line < maxLines && end < text.length && end <= maxBytes; line++) {
    const next = text.indexOf("\n", end);
    end = next === -1 ? text.length : next + 1;
  }
  // a character is at least one byte, so more than one character over the limit never matters
  const bytes = Buffer.from(text.slice(0, Math.min(end, maxBytes + 1)));
  if (bytes.length <= maxBytes) return bytes.toString();
  let size = maxBytes;
  while (size > 0 && isContinuation(bytes[size])) size--;
  const lineEnd = bytes.lastIndexOf(0x0a, size - 1) + 1;
  return bytes.toString("utf8", 0, lineEnd > size / 2 ? lineEnd : size);
}

function takeTail(text: string, { maxBytes, maxLines }: TextLimit): string {
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  let start = end;
  for (let line = 0; line < maxLines && start > 0 && end - start <= maxBytes; line++) {
    start = text.lastIndexOf("\n", start - 1);
    if (start === -1) start = 0;
  }
  if (start > 0) start += 1;
  const bytes = Buffer.from(text.slice(Math.max(start, text.length - maxBytes - 1)).toWellFormed());
  if (bytes.length <= maxBytes) return bytes.toString();
  let from = bytes.length - maxBytes;
  while (from < bytes.length && isContinuation(bytes[from])) from++;
  const lineStart = bytes.indexOf(0x0a, from) + 1;
  const isNear = lineStart > 0 && lineStart - from < maxBytes / 2;
  return bytes.toString("utf8", isNear ? lineStart : from);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
