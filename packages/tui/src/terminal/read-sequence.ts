/** Reads one key or control sequence at a place of the input, without any memory of what came before. */
import { csiEvent } from "./csi-event.ts";
import type { InputEvent } from "./input-event.ts";
import { keyByLetter, modifiersFrom, namedKey, typedKey } from "./key-codes.ts";
import { stringAnswer, type StringKind } from "./string-answer.ts";

const ESC = "\x1b";
const PASTE_START = "\x1b[200~";

/** How much was used and what it meant; without an event it meant nothing to us. */
export interface Reading {
  readonly length: number;
  readonly event?: InputEvent | undefined;
  readonly startsPaste?: boolean;
}

/** What a reader must know besides the text. */
export interface ReadContext {
  /** No more input will follow soon: what is unfinished must be decided now. */
  readonly isFinal: boolean;
  /** A cursor report was asked for and has not come yet. */
  readonly expectsCursor: boolean;
}

const STRING_KINDS: Readonly<Record<string, { kind: StringKind; starts: RegExp }>> = {
  "]": { kind: "osc", starts: /^[0-9]/ },
  P: { kind: "dcs", starts: /^[>0-9!$+?=]/ },
  _: { kind: "apc", starts: /^G/ },
};

/** Reads what stands at `offset`; `undefined` when it is unfinished and more may follow. */
export function readSequence(
  buffer: string,
  offset: number,
  context: ReadContext,
): Reading | undefined {
  if (buffer[offset] !== ESC) return readCharacter(buffer, offset);
  const next = buffer[offset + 1];
  if (next === undefined) {
    return context.isFinal ? { length: 1, event: typedKey(ESC, false) } : undefined;
  }
  if (next === "[") return readCsi(buffer, offset, context);
  if (next === "O") return readSs3(buffer, offset, context);
  if (next === ESC) return readDoubleEscape(buffer, offset, context);
  const string = STRING_KINDS[next];
  if (string !== undefined) {
    const first = buffer[offset + 2];
    if (first === undefined && !context.isFinal) return undefined;
    if (string.starts.test(first ?? "")) return readString(buffer, offset, string.kind, context);
  }
  const char = String.fromCodePoint(buffer.codePointAt(offset + 1) ?? 0);
  return { length: 1 + char.length, event: typedKey(char, true) };
}

function readCsi(buffer: string, offset: number, context: ReadContext): Reading | undefined {
  let end = offset + 2;
  while (isBetween(buffer.charCodeAt(end), 0x20, 0x3f)) end++;
  if (end >= buffer.length) {
    if (!context.isFinal) return undefined;
    return { length: end - offset, event: end === offset + 2 ? typedKey("[", true) : undefined };
  }
  // A byte that cannot belong to the sequence ends it; what was read so far means nothing.
  if (!isBetween(buffer.charCodeAt(end), 0x40, 0x7e)) return { length: end - offset };
  const body = buffer.slice(offset + 2, end);
  const final = buffer[end] ?? "";
  if (final === "[" && body === "") return readLinuxFunctionKey(buffer, offset, context);
  const length = end + 1 - offset;
  if (buffer.startsWith(PASTE_START, offset)) return { length, startsPaste: true };
  return { length, event: csiEvent(body, final, context.expectsCursor) };
}

/** ESC before an arrow is how some terminals write Alt; otherwise it is the key itself. */
function readDoubleEscape(
  buffer: string,
  offset: number,
  context: ReadContext,
): Reading | undefined {
  const third = buffer[offset + 2];
  if (third === undefined && !context.isFinal) return undefined;
  if (third === "[" || third === "O") {
    const inner = readSequence(buffer, offset + 1, context);
    if (inner === undefined) return undefined;
    if (inner.event?.type === "key" && inner.length > 2) {
      const { chord } = inner.event;
      const isCtrl = chord.startsWith("ctrl+");
      const withAlt = isCtrl ? chord.replace("ctrl+", "ctrl+alt+") : `alt+${chord}`;
      return { length: inner.length + 1, event: { ...inner.event, chord: withAlt } };
    }
  }
  return { length: 1, event: typedKey(ESC, false) };
}

function readCharacter(buffer: string, offset: number): Reading {
  const code = buffer.codePointAt(offset) ?? 0;
  const char = String.fromCodePoint(code);
  // C1 controls are never typed.
  const event = isBetween(code, 0x80, 0x9f) ? undefined : typedKey(char, false);
  return { length: char.length, event };
}

function readSs3(buffer: string, offset: number, context: ReadContext): Reading | undefined {
  let end = offset + 2;
  while (isBetween(buffer.charCodeAt(end), 0x30, 0x3b)) end++;
  const final = buffer[end];
  if (final === undefined) {
    return context.isFinal ? { length: end - offset, event: typedKey("O", true) } : undefined;
  }
  const modifier = Number(/(\d+)$/.exec(buffer.slice(offset + 2, end))?.[1] ?? 1);
  const name = keyByLetter(final) ?? (final === "M" ? "enter" : undefined);
  if (name !== undefined) {
    return { length: end + 1 - offset, event: namedKey(name, modifiersFrom(modifier), "press") };
  }
  const rxvt = keyByLetter(final.toUpperCase());
  if (rxvt !== undefined && "abcd".includes(final)) {
    return { length: end + 1 - offset, event: namedKey(rxvt, { ctrl: true }, "press") };
  }
  // Application keypad: j to y are * to 9.
  const keypad = "*+,-./0123456789"["jklmnopqrstuvwxy".indexOf(final)];
  if (keypad !== undefined && isBetween(final.charCodeAt(0), 0x6a, 0x79)) {
    return { length: end + 1 - offset, event: typedKey(keypad, false) };
  }
  return { length: 2, event: typedKey("O", true) };
}

function readLinuxFunctionKey(
  buffer: string,
  offset: number,
  context: ReadContext,
): Reading | undefined {
  const letter = buffer[offset + 3];
  if (letter === undefined) return context.isFinal ? { length: 3 } : undefined;
  const index = "ABCDE".indexOf(letter);
  return { length: 4, event: index === -1 ? undefined : namedKey(`f${index + 1}`, {}, "press") };
}

function readString(
  buffer: string,
  offset: number,
  kind: StringKind,
  context: ReadContext,
): Reading | undefined {
  for (let index = offset + 2; index < buffer.length; index++) {
    const char = buffer[index];
    if (char === "\x07" && kind === "osc") return finish(index, 1);
    if (char !== ESC) continue;
    if (buffer[index + 1] === undefined) break;
    // Without ST the string was broken off; the ESC starts something new.
    return buffer[index + 1] === "\\" ? finish(index, 2) : { length: index - offset };
  }
  return context.isFinal ? { length: buffer.length - offset } : undefined;

  function finish(end: number, terminatorLength: number): Reading {
    const answer = stringAnswer(kind, buffer.slice(offset + 2, end));
    const length = end + terminatorLength - offset;
    return { length, event: answer === undefined ? undefined : { type: "answer", answer } };
  }
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
