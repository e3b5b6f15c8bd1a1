/** The meaning of one complete CSI sequence. Splitting the stream into sequences is done elsewhere. */
import type { InputEvent, KeyEvent, MouseEvent } from "./input-event.ts";
import {
  keyByCodePoint,
  type KeyCodes,
  keyByLetter,
  keyByNumber,
  modifiersFrom,
  namedKey,
} from "./key-codes.ts";

/** The event behind `CSI <body> <final>`; `undefined` for what means nothing to us. */
export function csiEvent(
  body: string,
  final: string,
  expectsCursor: boolean,
): InputEvent | undefined {
  if (body.startsWith("<")) return mouseEvent(body.slice(1), final);
  if (body.startsWith("?")) return privateAnswer(body.slice(1), final);
  if (body !== "" && !/^[0-9;:]*$/.test(body)) return undefined;
  const fields = body.split(";").map((field) => field.split(":").map(Number));
  const first = fields[0]?.[0] ?? 0;
  const second = fields[1]?.[0] ?? 0;
  if (final === "R" && isCursorReport(fields, expectsCursor)) {
    return {
      type: "answer",
      answer: { kind: "cursor-position", row: first - 1, column: second - 1 },
    };
  }
  if (final === "t" && first === 6) {
    const widthPx = fields[2]?.[0] ?? 0;
    return { type: "answer", answer: { kind: "cell-size", widthPx, heightPx: second } };
  }
  if (body === "" && (final === "I" || final === "O")) {
    return { type: "focus", isFocused: final === "I" };
  }
  return keyEvent(fields, final);
}

function keyEvent(fields: readonly number[][], final: string): KeyEvent | undefined {
  const first = fields[0]?.[0] ?? 0;
  const modifiers = modifiersFrom(fields[1]?.[0] ?? 1);
  const action = actionFrom(fields[1]?.[1]);
  if (final === "Z") return namedKey("tab", { ...modifiers, shift: true }, action);
  if (final === "u") return keyByCodePoint(codesFrom(fields[0] ?? []), modifiers, action);
  if (final === "~" && first === 27) {
    return keyByCodePoint({ code: fields[2]?.[0] ?? 0 }, modifiers, action);
  }
  if (final === "~" || final === "^" || final === "@") {
    const name = keyByNumber(first);
    // rxvt writes the modifier as the final character.
    const held = final === "~" ? modifiers : { ctrl: true, shift: final === "@" };
    return name === undefined ? undefined : namedKey(name, held, action);
  }
  const name = keyByLetter(final) ?? keyByLetter(final.toUpperCase());
  if (name === undefined) return undefined;
  const isRxvtShift = "abcd".includes(final);
  if (keyByLetter(final) === undefined && !isRxvtShift) return undefined;
  return namedKey(name, isRxvtShift ? { shift: true } : modifiers, action);
}

function codesFrom(field: readonly number[]): KeyCodes {
  const [code = 0, shifted = 0, base = 0] = field;
  return { code, ...(shifted > 0 ? { shifted } : {}), ...(base > 0 ? { base } : {}) };
}

function actionFrom(parameter: number | undefined): KeyEvent["action"] {
  return parameter === 3 ? "release" : parameter === 2 ? "repeat" : "press";
}

/** `CSI 1 ; 5 R` is Ctrl+F3 in some terminals and a cursor report in all: it depends on whether we asked. */
function isCursorReport(fields: readonly number[][], expectsCursor: boolean): boolean {
  const [row = [0], column = [0]] = fields;
  if (fields.length !== 2 || row.length !== 1 || column.length !== 1) return false;
  return expectsCursor || row[0] !== 1 || (column[0] ?? 0) > 16;
}

function privateAnswer(body: string, final: string): InputEvent | undefined {
  const numbers = body.replace(/\$$/, "").split(";").map(Number);
  if (numbers.some(Number.isNaN)) return undefined;
  const [first = 0, second = 0] = numbers;
  if (final === "c") {
    return { type: "answer", answer: { kind: "device-attributes", attributes: numbers } };
  }
  if (final === "u") return { type: "answer", answer: { kind: "kitty-keyboard", flags: first } };
  if (final === "y" && body.endsWith("$")) {
    return { type: "answer", answer: { kind: "mode", mode: first, setting: second } };
  }
  if (final === "n" && first === 997) {
    const scheme = second === 1 ? "dark" : "light";
    return { type: "answer", answer: { kind: "color-scheme", scheme } };
  }
  return undefined;
}

const BUTTONS = ["left", "middle", "right", "none"] as const;

function mouseEvent(body: string, final: string): MouseEvent | undefined {
  const [code = Number.NaN, column = 0, row = 0] = body.split(";").map(Number);
  if (Number.isNaN(code) || (final !== "M" && final !== "m")) return undefined;
  const modifiers = ["shift", "alt", "ctrl"].filter((_, index) => (code & (4 << index)) !== 0);
  const at = { column: column - 1, row: row - 1, modifiers };
  if ((code & 64) !== 0) {
    const action = (code & 1) === 0 ? "wheel-up" : "wheel-down";
    return { type: "mouse", action, button: "none", ...at };
  }
  const button = BUTTONS[code & 3] ?? "none";
  const action = (code & 32) !== 0 ? "move" : final === "M" ? "press" : "release";
  return { type: "mouse", action, button, ...at };
}
