// Brace expansion: `{a,b}` makes two words. Braces that came from quotes do not count.
import { HOLE } from "./unknown.ts";

const OPEN = "\uE002";
const COMMA = "\uE003";
const CLOSE = "\uE004";
const HIDDEN: Readonly<Record<string, string>> = { "{": OPEN, ",": COMMA, "}": CLOSE };
const SHOWN: Readonly<Record<string, string>> = { [OPEN]: "{", [COMMA]: ",", [CLOSE]: "}" };
const GROUP = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`);
const MAX_WORDS = 256;
const MAX_GROUPS = 16;

/** Marks the braces of unquoted text, so that they are still told apart when the word is whole. */
export function hideBraces(text: string): string {
  return text.includes("{") ? text.replace(/[{,}]/g, (char) => HIDDEN[char]!) : text;
}

/** The words that a marked text becomes. */
export function expandBraces(text: string): string[] {
  if (!text.includes(OPEN)) return [showBraces(text)];
  if (text.split(OPEN).length > MAX_GROUPS) return [HOLE];
  let words = [text];
  // Innermost first; each round takes one group out of every word.
  for (let round = 0; round < MAX_WORDS && words.length <= MAX_WORDS; round++) {
    const next = words.flatMap(expandInnermost);
    if (next.length === words.length && next.every((word, index) => word === words[index])) break;
    words = next;
  }
  return words.length > MAX_WORDS ? [HOLE] : words.map(showBraces);
}

function expandInnermost(word: string): string[] {
  const found = GROUP.exec(word);
  if (found === null) return [word];
  const before = word.slice(0, found.index);
  const after = word.slice(found.index + found[0].length);
  const inner = found[1]!;
  if (!inner.includes(COMMA)) return [`${before}{${inner}}${after}`];
  return inner.split(COMMA).map((part) => before + part + after);
}

function showBraces(text: string): string {
  return text.replace(/[\uE002-\uE004]/g, (char) => SHOWN[char]!);
}
