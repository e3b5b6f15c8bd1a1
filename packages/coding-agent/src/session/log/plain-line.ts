// Reads the beginning of an entry's line as this program writes it: type, id, parent. Works on bytes and
// into one reused record, because a scan meets a million of them.
import type { EntryType } from "./entry.ts";
import { ID_BYTES } from "./plain-id.ts";

/** Kinds of entries by their number; 0 is a kind that this version does not know. */
export const TYPES: readonly (EntryType | "other")[] = [
  "other",
  "message",
  "model_change",
  "thinking_level_change",
  "service_tier_change",
  "compaction",
  "branch_summary",
  "custom",
  "custom_message",
  "label",
  "ttsr_injection",
  "session_init",
  "mode_change",
  "mcp_tool_selection",
];

/** What the beginning of a line says, and where the line lies. */
export interface PlainLine {
  /** Index into TYPES. */
  type: number;
  low: number;
  high: number;
  hasParent: boolean;
  parentLow: number;
  parentHigh: number;
  offset: number;
  length: number;
}

const ascii = (text: string): Uint8Array => Buffer.from(text, "latin1");
const BEFORE_TYPE = ascii('{"type":"');
const BEFORE_ID = ascii('","id":"');
const BEFORE_PARENT = ascii('","parentId":');
const NO_PARENT = ascii("null,");
const NAMES = TYPES.map(ascii);
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** No beginning is longer. */
export const BEGINNING_BYTES = 128;
/** No whole entry is shorter, its time included. */
const SHORTEST_ENTRY = 64;
const LONGEST_TYPE = 32;

/** An empty record to read into. */
export function newPlainLine(): PlainLine {
  return {
    type: 0,
    low: 0,
    high: 0,
    hasParent: false,
    parentLow: 0,
    parentHigh: 0,
    offset: 0,
    length: 0,
  };
}

/** Reads the beginning of the line from `start` to `end`; false when it is not in the usual form. */
export function readBeginning(
  bytes: Uint8Array,
  start: number,
  end: number,
  line: PlainLine,
): boolean {
  if (end - start < SHORTEST_ENTRY || !isAt(bytes, start, BEFORE_TYPE)) return false;
  const typeAt = start + BEFORE_TYPE.length;
  let at = typeAt;
  while (at - typeAt < LONGEST_TYPE && bytes[at] !== QUOTE) at++;
  line.type = typeNumber(bytes, typeAt, at - typeAt);
  if (line.type === 0 || !isAt(bytes, at, BEFORE_ID)) return false;
  at += BEFORE_ID.length;
  if (!isPlainId(bytes, at)) return false;
  line.low = fourBytes(bytes, at);
  line.high = fourBytes(bytes, at + 4);
  at += ID_BYTES;
  if (!isAt(bytes, at, BEFORE_PARENT)) return false;
  at += BEFORE_PARENT.length;
  return readParent(bytes, at, line) && at + ID_BYTES + 3 <= end;
}

function readParent(bytes: Uint8Array, at: number, line: PlainLine): boolean {
  line.hasParent = bytes[at] === QUOTE;
  if (!line.hasParent) return isAt(bytes, at, NO_PARENT);
  if (!isPlainId(bytes, at + 1)) return false;
  line.parentLow = fourBytes(bytes, at + 1);
  line.parentHigh = fourBytes(bytes, at + 5);
  return bytes[at + 9] === QUOTE && bytes[at + 10] === COMMA;
}

function isAt(bytes: Uint8Array, start: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++)
    if (bytes[start + index] !== expected[index]) return false;
  return true;
}

function isPlainId(bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < ID_BYTES; index++) {
    const byte = bytes[start + index] ?? 0;
    if (byte <= 0x20 || byte >= 0x7f || byte === QUOTE || byte === BACKSLASH) return false;
  }
  return true;
}

function fourBytes(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

function typeNumber(bytes: Uint8Array, start: number, length: number): number {
  for (let number = 1; number < NAMES.length; number++) {
    const name = NAMES[number] as Uint8Array;
    if (name.length === length && isAt(bytes, start, name)) return number;
  }
  return 0;
}
