/** The numbers and letters that terminals send for keys, and the events they mean. No parsing of byte streams here. */
import { chordName, type Modifiers } from "./chord.ts";
import type { KeyEvent } from "./input-event.ts";

/** Final letters of `CSI … letter` and `SS3 letter`. */
const BY_LETTER: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "begin",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/** First parameter of `CSI … ~`. */
const BY_NUMBER: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
  25: "f13",
  26: "f14",
  28: "f15",
  29: "f16",
  31: "f17",
  32: "f18",
  33: "f19",
  34: "f20",
};

/** Keys whose code point is a control character. */
const BY_CONTROL: Readonly<Record<number, string>> = {
  8: "backspace",
  9: "tab",
  10: "enter",
  13: "enter",
  27: "escape",
  32: "space",
  127: "backspace",
};

/** Keypad keys of the Kitty protocol, from 57399 on. */
const KEYPAD =
  "0 1 2 3 4 5 6 7 8 9 . / * - + enter = , left right up down pageup pagedown home end insert delete begin".split(
    " ",
  );
const KEYPAD_START = 57_399;
const KITTY_F13 = 57_376;
const KITTY_F35 = 57_398;
const PRIVATE_USE_START = 57_344;
const PRIVATE_USE_END = 63_743;

/** Modifiers from the number that terminals send, which is one more than a bit set. */
export function modifiersFrom(parameter: number): Modifiers {
  const bits = Math.max(0, parameter - 1);
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0,
    ctrl: (bits & 4) !== 0,
    super: (bits & 8) !== 0,
  };
}

/** A key that has a name and types nothing. */
export function namedKey(name: string, modifiers: Modifiers, action: KeyEvent["action"]): KeyEvent {
  const types = name === "space" && !modifiers.ctrl && !modifiers.alt && !modifiers.super;
  return { type: "key", chord: chordName(name, modifiers), text: types ? " " : "", action };
}

/** The key behind the final letter of an arrow or function key sequence. */
export function keyByLetter(letter: string): string | undefined {
  return BY_LETTER[letter];
}

/** The key behind the number of a `CSI number ~` sequence. */
export function keyByNumber(number: number): string | undefined {
  return BY_NUMBER[number];
}

/** The code points that one key reports: its own, with Shift, and on the standard layout. */
export interface KeyCodes {
  readonly code: number;
  readonly shifted?: number;
  readonly base?: number;
}

/**
 * A key by its code point (`CSI u` and modifyOtherKeys). Keys that only set a modifier or drive media have no
 * event. On layouts without Latin letters a shortcut is named after the same key of the standard layout.
 */
export function keyByCodePoint(
  codes: KeyCodes,
  modifiers: Modifiers,
  action: KeyEvent["action"],
): KeyEvent | undefined {
  const named = BY_CONTROL[codes.code] ?? privateUseKey(codes.code);
  if (named !== undefined && named.length > 1) return namedKey(named, modifiers, action);
  if (named === undefined && isPrivateUse(codes.code)) return undefined;
  return characterKey(named ?? String.fromCodePoint(codes.code), codes, modifiers, action);
}

function characterKey(
  char: string,
  codes: KeyCodes,
  modifiers: Modifiers,
  action: KeyEvent["action"],
): KeyEvent {
  const lower = char.toLowerCase();
  const isUpper = lower !== char && Array.from(lower).length === 1;
  const held = isUpper ? { ...modifiers, shift: true } : modifiers;
  const isShortcut = held.ctrl === true || held.alt === true || held.super === true;
  const isForeign = isShortcut && codes.code > 0x7f && codes.base !== undefined;
  const key = isForeign ? String.fromCodePoint(codes.base ?? 0) : lower;
  const shiftedText =
    codes.shifted === undefined ? char.toUpperCase() : String.fromCodePoint(codes.shifted);
  const text = isShortcut ? "" : held.shift ? shiftedText : char;
  return { type: "key", chord: chordName(key, held), text, action };
}

function privateUseKey(code: number): string | undefined {
  if (code >= KITTY_F13 && code <= KITTY_F35) return `f${code - KITTY_F13 + 13}`;
  return KEYPAD[code - KEYPAD_START];
}

function isPrivateUse(code: number): boolean {
  return code >= PRIVATE_USE_START && code <= PRIVATE_USE_END;
}

/** A character that arrived as itself. Upper-case letters are named with Shift, other symbols by themselves. */
export function typedKey(char: string, isAlt: boolean): KeyEvent {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return controlKey(code, isAlt);
  if (char === " ") return namedKey("space", { alt: isAlt }, "press");
  const lower = char.toLowerCase();
  const isUpper = lower !== char && Array.from(lower).length === 1;
  const chord = chordName(isUpper ? lower : char, { alt: isAlt, shift: isUpper });
  return { type: "key", chord, text: isAlt ? "" : char, action: "press" };
}

function controlKey(code: number, alt: boolean): KeyEvent {
  // 0x08 is what Ctrl+Backspace sends where Backspace itself sends DEL; Ctrl+J sends a line feed.
  if (code === 8) return namedKey("backspace", { alt, ctrl: true }, "press");
  if (code !== 10 && BY_CONTROL[code] !== undefined) {
    return namedKey(BY_CONTROL[code], { alt }, "press");
  }
  if (code === 0) return namedKey("space", { alt, ctrl: true }, "press");
  const key = code === 0x1f ? "-" : String.fromCharCode(code + 0x40).toLowerCase();
  return { type: "key", chord: chordName(key, { alt, ctrl: true }), text: "", action: "press" };
}
