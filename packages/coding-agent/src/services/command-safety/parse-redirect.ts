// Reads redirections and here-documents, and steps over line breaks, behind which here-documents stand.
import { Cursor, type ParseScript } from "./cursor.ts";
import { readQuotedParts } from "./parse-expansion.ts";
import { parseWord } from "./parse-word.ts";
import type { Part, Redirect, Word } from "./syntax.ts";

const OPERATOR = /(?:\d+|\{[A-Za-z_]\w*\})?(&>>|&>|<<<|<<-|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\())/y;

/** The redirection that starts here, if one does. */
export function parseRedirect(cursor: Cursor, parseScript: ParseScript): Redirect | undefined {
  OPERATOR.lastIndex = cursor.position;
  const found = OPERATOR.exec(cursor.text);
  if (found === null) return undefined;
  cursor.position += found[0].length;
  const operator = found[1] ?? "";
  cursor.skipBlanks();
  const word = parseWord(cursor, parseScript);
  if (word === undefined) return cursor.fail("redirection without a target");
  const isHeredoc = operator === "<<" || operator === "<<-";
  return isHeredoc ? expectHeredoc(cursor, operator, word) : { operator, target: word };
}

function expectHeredoc(cursor: Cursor, operator: string, word: Word): Redirect {
  const parts: Part[] = [];
  const delimiter = word.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const isQuoted = word.parts.some((part) => part.type === "text" && part.isQuoted);
  cursor.heredocs.push({ delimiter, isQuoted, stripsTabs: operator === "<<-", parts });
  return { operator: "<<", target: { parts } };
}

/** Steps over blanks, comments and line breaks, and reads the here-documents behind them. */
export function skipLineBreaks(cursor: Cursor, parseScript: ParseScript): void {
  cursor.skipBlanks();
  while (cursor.take("\n")) {
    for (const heredoc of cursor.heredocs.splice(0)) {
      const text = readHeredoc(cursor, heredoc);
      const parts: Part[] = heredoc.isQuoted
        ? [{ type: "text", text, isQuoted: true }]
        : readQuotedParts(new Cursor(text, cursor.depth), "", parseScript);
      for (const part of parts) heredoc.parts.push(part);
    }
    cursor.skipBlanks();
  }
}

function readHeredoc(
  cursor: Cursor,
  { delimiter, stripsTabs }: { delimiter: string; stripsTabs: boolean },
): string {
  const lines: string[] = [];
  while (!cursor.isAtEnd) {
    const end = cursor.text.indexOf("\n", cursor.position);
    const stop = end === -1 ? cursor.text.length : end;
    const raw = cursor.text.slice(cursor.position, stop);
    const line = stripsTabs ? raw.replace(/^\t+/, "") : raw;
    // The line break after the delimiter stays: it ends the command.
    cursor.position = line === delimiter ? stop : stop + 1;
    if (line === delimiter) return lines.map((text) => `${text}\n`).join("");
    lines.push(line);
  }
  return cursor.fail("unfinished here-document");
}
