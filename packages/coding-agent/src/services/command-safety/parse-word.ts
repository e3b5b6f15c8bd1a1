// Reads one word of a script: quotes, escapes and every kind of expansion. Knows commands only through the
// parser it is given for the scripts inside words.
import type { Cursor, ParseScript } from "./cursor.ts";
import {
  parseDollar,
  readBackticks,
  readQuotedParts,
  readSingleQuoted,
} from "./parse-expansion.ts";
import { PartList } from "./part-list.ts";
import type { Word } from "./syntax.ts";

const PLAIN = /[^\s;&|<>()\\'"$`]+/y;
const EXTENDED_GLOB = /[?*+@!]$/;

/** The word that starts here, or undefined when none does. */
export function parseWord(cursor: Cursor, parseScript: ParseScript): Word | undefined {
  const list = new PartList();
  const start = cursor.position;
  while (readPiece(cursor, list, parseScript));
  return cursor.position === start ? undefined : { parts: list.finish() };
}

/** Reads one piece; false where the word ends. */
function readPiece(cursor: Cursor, list: PartList, parseScript: ParseScript): boolean {
  const plain = cursor.match(PLAIN);
  if (plain !== undefined) return list.addText(plain, { isQuoted: false });
  switch (cursor.peek()) {
    case "\\":
      readEscape(cursor, list);
      return true;
    case "'":
      return list.addText(readSingleQuoted(cursor), { isQuoted: true });
    case '"':
      cursor.position++;
      readDoubleQuoted(cursor, list, parseScript);
      return true;
    case "$":
      list.add(parseDollar(cursor, { isQuoted: false }, parseScript));
      return true;
    case "`":
      return list.add([readBackticks(cursor, { isQuoted: false }, parseScript)]);
    case "<":
    case ">":
      return readProcess(cursor, list, parseScript);
    case "(":
      return readExtendedGlob(cursor, list);
    default:
      return false;
  }
}

function readEscape(cursor: Cursor, list: PartList): void {
  const next = cursor.peek(1);
  cursor.position += 2;
  if (next === "") cursor.fail("backslash at the end");
  if (next !== "\n") list.addText(next, { isQuoted: true });
}

/** Reads up to and over the closing quote. */
function readDoubleQuoted(cursor: Cursor, list: PartList, parseScript: ParseScript): void {
  list.addText("", { isQuoted: true });
  list.add(readQuotedParts(cursor, '"', parseScript));
  if (!cursor.take('"')) cursor.fail("unclosed double quote");
}

function readProcess(cursor: Cursor, list: PartList, parseScript: ParseScript): boolean {
  if (cursor.peek(1) !== "(") return false;
  cursor.position += 2;
  const script = cursor.nested(() => parseScript(cursor, [")"]));
  cursor.expect(")");
  return list.add([{ type: "process", script }]);
}

/** `@(a|b)` and its like: one word, whatever stands between its parentheses. */
function readExtendedGlob(cursor: Cursor, list: PartList): boolean {
  if (!EXTENDED_GLOB.test(list.lastPlainText)) return false;
  const end = closingParenthesis(cursor.text, cursor.position);
  if (end === undefined) cursor.fail("unclosed pattern");
  list.addText(cursor.text.slice(cursor.position, end + 1), { isQuoted: true });
  cursor.position = end + 1;
  return true;
}

function closingParenthesis(text: string, start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return index;
    else if (char === "`" || (char === "$" && text[index + 1] === "(")) return undefined;
  }
  return undefined;
}
