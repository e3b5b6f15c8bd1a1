// Reads a simple command: assignments, words and redirections, or the head of a function.
import type { Cursor, ParseScript } from "./cursor.ts";
import { parseRedirect, skipLineBreaks } from "./parse-redirect.ts";
import { parseWord } from "./parse-word.ts";
import type { Assignment, Command, Part, Redirect, Word } from "./syntax.ts";

type Simple = Extract<Command, { type: "simple" }>;
/** `name()`, before its body. */
interface FunctionHead {
  readonly type: "head";
  readonly name: string;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?(\+?)=/;
const EMPTY_PARENTHESES = /[ \t]*\([ \t]*\)/y;

export function parseSimple(cursor: Cursor, parseScript: ParseScript): Simple | FunctionHead {
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = parseRedirect(cursor, parseScript);
    if (redirect !== undefined) {
      redirects.push(redirect);
      continue;
    }
    const word = parseWord(cursor, parseScript);
    if (word === undefined) break;
    const assigned = toAssignment(cursor, word, parseScript);
    if (assigned !== undefined && words.length === 0) assignments.push(assigned);
    else words.push(word);
    const name = words.length === 1 ? plainText(word) : undefined;
    if (name !== undefined && cursor.match(EMPTY_PARENTHESES) !== undefined)
      return { type: "head", name };
  }
  if (assignments.length + words.length + redirects.length === 0)
    return cursor.fail(cursor.isAtEnd ? "unexpected end" : `unexpected ${cursor.peek()}`);
  return { type: "simple", assignments, words, redirects };
}

/** The assignment that a word is; a list of values behind it is read, and its value is not known. */
function toAssignment(
  cursor: Cursor,
  word: Word,
  parseScript: ParseScript,
): Assignment | undefined {
  const assigned = splitAssignment(word);
  if (assigned === undefined || !isEmpty(assigned.value) || !cursor.take("(")) return assigned;
  const parts: Part[] = [];
  for (;;) {
    skipLineBreaks(cursor, parseScript);
    const element = parseWord(cursor, parseScript);
    if (element === undefined) break;
    parts.push(...element.parts);
  }
  cursor.expect(")");
  return { ...assigned, value: { parts: [{ type: "computed", parts }] } };
}

/** A word as `name=value`, if it is one. */
export function splitAssignment({ parts: [first, ...rest] }: Word): Assignment | undefined {
  if (first?.type !== "text" || first.isQuoted) return undefined;
  const found = ASSIGNMENT.exec(first.text);
  if (found === null) return undefined;
  const text = first.text.slice(found[0].length);
  const parts: Part[] = text === "" ? rest : [{ ...first, text }, ...rest];
  return { name: found[1]!, value: { parts }, isAppending: found[2] === "+" };
}

function isEmpty({ parts }: Word): boolean {
  return parts.length === 0;
}

function plainText({ parts: [part, more] }: Word): string | undefined {
  return more === undefined && part?.type === "text" && !part.isQuoted ? part.text : undefined;
}
