// Owns the random texts, encodings and payloads that the properties of this package are shown with.
// Only tests import it.

import fc from "fast-check";
import type { Ending } from "../document/line.ts";

/** Lines that have caused trouble in editors, and look-alikes of our own syntax. */
const NASTY_LINES = [
  "",
  " ",
  "\t",
  "a",
  "a",
  "b",
  "}",
  "  }",
  "{",
  "x   ",
  "\fpage",
  "\u200bzero\u200dwidth",
  "\ufeffmark",
  "héllo",
  "日本語",
  "😀 astral 𝒳",
  "e\u0301",
  "\u2028separator\u0085",
  "\u0000nul",
  "3:x",
  "  10: b",
  "12!",
  "-3:x",
  "> 2↓y",
  "2-4:z",
  "\\3:x",
  "\\\\3:x",
  "\\plain",
  "BOF↑q",
  "EOF↓",
  "EOF:t",
  "¶b.ts#1a2b",
  "¶",
  "\\¶c",
  "*** Begin Patch",
  "*** End Patch",
  "*** Abort",
  "\\*** Abort",
  "*** Update File: x",
  "*** End of File",
  "@@",
  "@@ fn",
  "+plus",
  "-minus",
  "--- a",
  "+++ b",
  "...",
];

/** One line of text, free of line breaks. */
export const lineText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NASTY_LINES) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
  )
  .map((text) => text.replace(/[\r\n]/gu, ""));

/** One line that every encoding can hold. */
export const asciiLine: fc.Arbitrary<string> = lineText.map((text) =>
  text.replace(/[^\u0001-\u007e]/gu, "?"),
);

/** Lines of a file. */
export const lineList: fc.Arbitrary<string[]> = fc.array(lineText, { maxLength: 12 });

/** Payload of an operation: its first line has no trailing blanks, which the format cannot carry. */
export const payloadLines: fc.Arbitrary<string[]> = fc
  .array(lineText, { minLength: 1, maxLength: 4 })
  .map(([first = "", ...rest]) => [first.replace(/[ \t]+$/u, ""), ...rest]);

/** An ending that every line of a file shares. */
export const uniformEnding: fc.Arbitrary<Ending> = fc.constantFrom<Ending>("\n", "\r\n", "\r");

/** How text becomes bytes on disk, written without the code under test. */
export interface ByteForm {
  readonly name: string;
  readonly toBytes: (text: string) => Uint8Array;
}

export const UTF8: ByteForm = { name: "utf-8", toBytes: (text) => new TextEncoder().encode(text) };

const BYTE_FORMS: readonly ByteForm[] = [
  UTF8,
  { name: "utf-8 with mark", toBytes: (text) => concat([0xef, 0xbb, 0xbf], UTF8.toBytes(text)) },
  { name: "utf-16le", toBytes: (text) => concat([0xff, 0xfe], toUnits(text, true)) },
  { name: "utf-16be", toBytes: (text) => concat([0xfe, 0xff], toUnits(text, false)) },
];

/** A Unicode encoding of a file. */
export const byteForm: fc.Arbitrary<ByteForm> = fc.constantFrom(...BYTE_FORMS);

/** One byte per character. */
export function toLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function toUnits(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

function concat(head: readonly number[], tail: Uint8Array): Uint8Array {
  return Uint8Array.from([...head, ...tail]);
}
