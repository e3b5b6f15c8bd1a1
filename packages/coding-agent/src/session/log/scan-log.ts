// Finds the lines of a session file and what each entry is, reading bodies only where the beginning of a
// line does not tell. Never changes the file; says what it could not read.
import type { SessionHeader } from "./entry.ts";
import type { FoundEntry } from "./entry-index.ts";
import { BEGINNING_BYTES, newPlainLine, type PlainLine, readBeginning } from "./plain-line.ts";

/** Reads a part of a file, into `target` where one is given; short at the file's end. */
export type ReadAt = (offset: number, length: number, target?: Buffer) => Buffer;

/** Told of each line in order. */
export interface LineSink {
  header(header: SessionHeader): void;
  /** An entry in the usual form; the record is used again for the next one. */
  line(line: PlainLine): void;
  /** An entry in another form. */
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

const WINDOW_BYTES = 1 << 20;
const BREAK = 10;
const CLOSING_BRACE = 0x7d;

/** Scans from `start`, which must be the beginning of a line. */
export function scanLog(read: ReadAt, size: number, start: number, sink: LineSink): ScanEnd {
  const scan = new Scan(read, sink, start === 0 ? 0 : 1, Math.min(WINDOW_BYTES, size - start));
  let at = start;
  while (at < size) {
    const next = scan.takeWindow(at, size);
    if (next === undefined) break;
    at = next;
  }
  return scan.finish(at, size);
}

class Scan {
  readonly #read: ReadAt;
  readonly #sink: LineSink;
  readonly #buffer: Buffer;
  readonly #line = newPlainLine();
  #number: number;

  constructor(read: ReadAt, sink: LineSink, linesBefore: number, windowBytes: number) {
    this.#read = read;
    this.#sink = sink;
    this.#number = linesBefore;
    this.#buffer = Buffer.allocUnsafe(Math.max(0, windowBytes));
  }

  /** Takes the lines that end within a window from `at`; returns where the next line begins. */
  takeWindow(at: number, size: number): number | undefined {
    const window = this.#window(at, size);
    let lineStart = 0;
    for (;;) {
      const lineEnd = window.indexOf(BREAK, lineStart);
      if (lineEnd === -1) break;
      this.#takeLine(window, lineStart, lineEnd, at);
      lineStart = lineEnd + 1;
    }
    return lineStart > 0 ? at + lineStart : this.#takeLongLine(at, at + window.length, size);
  }

  /** The last line, which has no break: whole, blank or torn. */
  finish(lineStart: number, size: number): ScanEnd {
    const length = size - lineStart;
    if (length <= 0) return { soundBytes: size, tornBytes: 0, needsLineBreak: false };
    const bytes = this.#read(lineStart, length);
    if (parseObject(bytes) === undefined && bytes.toString("utf8").trim() !== "")
      return { soundBytes: lineStart, tornBytes: length, needsLineBreak: false };
    this.#takeLine(bytes, 0, bytes.length, lineStart);
    return { soundBytes: size, tornBytes: 0, needsLineBreak: true };
  }

  /** A line that is longer than a window: its break is looked for without keeping it. */
  #takeLongLine(at: number, searchFrom: number, size: number): number | undefined {
    for (let from = searchFrom; from < size;) {
      const window = this.#window(from, size);
      if (window.length === 0) return undefined;
      const found = window.indexOf(BREAK);
      if (found !== -1) {
        this.#takeFoundLongLine(at, from + found - at);
        return from + found + 1;
      }
      from += window.length;
    }
    return undefined;
  }

  #takeFoundLongLine(at: number, length: number): void {
    const beginning = this.#read(at, BEGINNING_BYTES);
    const last = this.#read(at + length - 1, 1)[0];
    if (this.#number > 0 && last === CLOSING_BRACE && this.#isUsual(beginning, 0, beginning.length))
      this.#emit(at, length);
    else {
      const bytes = this.#read(at, length);
      this.#takeLine(bytes, 0, bytes.length, at);
    }
  }

  #takeLine(bytes: Buffer, start: number, end: number, bytesAt: number): void {
    const isFirst = this.#number === 0;
    if (!isFirst && bytes[end - 1] === CLOSING_BRACE && this.#isUsual(bytes, start, end)) {
      this.#emit(bytesAt + start, end - start);
      return;
    }
    this.#number++;
    if (end > start)
      takeOddLine(bytes.subarray(start, end), bytesAt + start, this.#number, this.#sink);
  }

  #isUsual(bytes: Buffer, start: number, end: number): boolean {
    return readBeginning(bytes, start, end, this.#line);
  }

  #emit(offset: number, length: number): void {
    this.#number++;
    this.#line.offset = offset;
    this.#line.length = length;
    this.#sink.line(this.#line);
  }

  #window(from: number, size: number): Buffer {
    return this.#read(from, Math.min(this.#buffer.length, size - from), this.#buffer);
  }
}

function takeOddLine(bytes: Buffer, offset: number, number: number, sink: LineSink): void {
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
      offset,
      length: bytes.length,
    });
  }
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
