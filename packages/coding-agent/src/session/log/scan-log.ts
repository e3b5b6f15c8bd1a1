// Finds the lines of a session file and what each entry is, reading bodies only where the beginning of a
// line does not tell. Never changes the file; says what it could not read.
import type { SessionHeader } from "./entry.ts";
import type { FoundEntry } from "./entry-index.ts";

/** Reads a part of a file; short at its end. */
export type ReadAt = (offset: number, length: number) => Buffer;

/** Told of each line in order. */
export interface LineSink {
  header(header: SessionHeader): void;
  entry(entry: FoundEntry): void;
  /** A line that is no entry and no blank; `line` counts from 1. */
  unreadable(line: number): void;
}

/** Where a scan stopped. */
export interface ScanEnd {
  /** End of the last whole line. */
  readonly soundBytes: number;
  /** Bytes of an unfinished line after it. */
  readonly tornBytes: number;
  /** The last line is whole but lacks its line break. */
  readonly needsLineBreak: boolean;
}

const CHUNK_BYTES = 1 << 20;
const BREAK = 10;
/** Entries as we write them begin so; others are parsed as a whole. */
const BEGINNING =
  /^\{"type":\s?"([a-z_]+)",\s?"id":\s?"([^"\\]{1,64})",\s?"parentId":\s?(?:null|"([^"\\]{1,64})"),/;
const BEGINNING_BYTES = 200;

/** Scans from `start`, which must be the beginning of a line. */
export function scanLog(read: ReadAt, size: number, start: number, sink: LineSink): ScanEnd {
  const state = { line: start === 0 ? 0 : 1 };
  let lineStart = start;
  let searched = start;
  let chunk: { at: number; bytes: Buffer } = { at: start, bytes: Buffer.alloc(0) };
  while (lineStart < size) {
    const inChunk = searched - chunk.at;
    const found = inChunk < chunk.bytes.length ? chunk.bytes.indexOf(BREAK, inChunk) : -1;
    if (found === -1) {
      searched = Math.max(searched, chunk.at + chunk.bytes.length);
      if (searched >= size) break;
      chunk = { at: searched, bytes: read(searched, Math.min(CHUNK_BYTES, size - searched)) };
      if (chunk.bytes.length === 0) break;
      continue;
    }
    const end = chunk.at + found;
    const bytes =
      lineStart >= chunk.at ? chunk.bytes.subarray(lineStart - chunk.at, found) : undefined;
    takeLine({ offset: lineStart, length: end - lineStart, bytes }, read, state, sink);
    lineStart = end + 1;
    searched = lineStart;
  }
  return finish(read, size, lineStart, state, sink);
}

interface FoundLine {
  readonly offset: number;
  readonly length: number;
  /** The line itself, when it lies within one chunk. */
  readonly bytes: Buffer | undefined;
}

/** The last line, which has no break: whole, blank or torn. */
function finish(
  read: ReadAt,
  size: number,
  lineStart: number,
  state: { line: number },
  sink: LineSink,
): ScanEnd {
  const length = size - lineStart;
  if (length <= 0) return { soundBytes: size, tornBytes: 0, needsLineBreak: false };
  const bytes = read(lineStart, length);
  if (parseObject(bytes) === undefined && bytes.toString("utf8").trim() !== "") {
    return { soundBytes: lineStart, tornBytes: length, needsLineBreak: false };
  }
  takeLine({ offset: lineStart, length, bytes }, read, state, sink);
  return { soundBytes: size, tornBytes: 0, needsLineBreak: true };
}

function takeLine(line: FoundLine, read: ReadAt, state: { line: number }, sink: LineSink): void {
  state.line++;
  if (line.length === 0) return;
  const beginning = (
    line.bytes ?? read(line.offset, Math.min(line.length, BEGINNING_BYTES))
  ).subarray(0, BEGINNING_BYTES);
  const match = state.line === 1 ? null : BEGINNING.exec(beginning.toString("latin1"));
  if (match !== null && endsWithBrace(line, read)) {
    const [, type = "", id = "", parentId = null] = match;
    sink.entry({ type, id, parentId, offset: line.offset, length: line.length });
    return;
  }
  takeOddLine(line, line.bytes ?? read(line.offset, line.length), state.line, sink);
}

function takeOddLine(line: FoundLine, bytes: Buffer, number: number, sink: LineSink): void {
  const value = parseObject(bytes);
  if (value === undefined) {
    if (bytes.toString("utf8").trim() !== "") sink.unreadable(number);
    return;
  }
  const { type, id, parentId } = value;
  if (number === 1 && isHeader(value)) sink.header(value);
  else if (typeof type !== "string" || type === "session") sink.unreadable(number);
  else {
    sink.entry({
      type,
      id: typeof id === "string" ? id : `line-${number}`,
      parentId: typeof parentId === "string" ? parentId : null,
      offset: line.offset,
      length: line.length,
    });
  }
}

function endsWithBrace(line: FoundLine, read: ReadAt): boolean {
  const last = line.bytes?.at(-1) ?? read(line.offset + line.length - 1, 1)[0];
  return last === 0x7d;
}

/** True for the first line of a session file. */
export function isHeader(value: object | undefined): value is SessionHeader {
  const header: { type?: unknown; id?: unknown } | undefined = value;
  return header?.type === "session" && typeof header.id === "string";
}

/** The object that a line holds, or undefined. */
export function parseObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    // A line that is no JSON is an expected finding; the caller reports it.
    return undefined;
  }
}
