// Reads a script into lists, pipelines and commands by the grammar of bash. Throws SyntaxProblem for what is
// no script.
import { Cursor } from "./cursor.ts";
import { parseCommand } from "./parse-command.ts";
import { skipLineBreaks } from "./parse-redirect.ts";
import type { Command, Item, Pipeline, Script } from "./syntax.ts";

/** The script that a text is. */
export function parseShell(text: string): Script {
  return parseScript(new Cursor(text), [""]);
}

/** Items up to one of `ends`, which is left in place; `""` is the end of the text. */
function parseScript(cursor: Cursor, ends: readonly string[]): Script {
  const items: Item[] = [];
  for (;;) {
    skipLineBreaks(cursor, parseScript);
    if (isAtEnd(cursor, ends)) {
      const last = items.at(-1)?.operator;
      return last === "&&" || last === "||" ? cursor.fail(`nothing follows ${last}`) : items;
    }
    const pipeline = parsePipeline(cursor);
    items.push({ pipeline, operator: readOperator(cursor, ends) });
  }
}

function isAtEnd(cursor: Cursor, ends: readonly string[]): boolean {
  if (cursor.isAtEnd) {
    if (cursor.heredocs.length > 0) cursor.fail("unfinished here-document");
    if (!ends.includes("")) cursor.fail(`${ends.join(" or ")} is missing`);
    return true;
  }
  const keyword = cursor.peekKeyword();
  return ends.some((end) =>
    /^[;)]/.test(end) ? cursor.startsWith(end) : end !== "" && keyword === end,
  );
}

function readOperator(cursor: Cursor, ends: readonly string[]): Item["operator"] {
  cursor.skipBlanks();
  if (cursor.take("&&")) return "&&";
  if (cursor.take("||")) return "||";
  if (cursor.startsWith(";;") || cursor.startsWith(";&")) {
    if (!ends.includes(";;")) cursor.fail("unexpected ;");
    return ";";
  }
  if (cursor.take(";")) return ";";
  if (cursor.take("&")) return "&";
  if (cursor.isAtEnd || cursor.peek() === "\n" || ends.some((end) => end === cursor.peek()))
    return ";";
  // After a compound command the word that ends the surrounding one may follow directly: `… fi fi`.
  const keyword = cursor.peekKeyword();
  if (keyword !== undefined && ends.includes(keyword)) return ";";
  return cursor.fail(`unexpected ${cursor.peek()}`);
}

function parsePipeline(cursor: Cursor): Pipeline {
  skipPrefixes(cursor);
  const commands: Command[] = [];
  for (;;) {
    commands.push(parseCommand(cursor, parseScript));
    cursor.skipBlanks();
    if (cursor.startsWith("||") || !cursor.take("|")) return commands;
    cursor.take("&");
    skipLineBreaks(cursor, parseScript);
  }
}

const TIME = /time(?:[ \t]+-p)?(?:[ \t]+--)?(?=[ \t])/y;

/** `!` and `time` change nothing of what is run. */
function skipPrefixes(cursor: Cursor): void {
  for (;;) {
    cursor.skipBlanks();
    if (cursor.peekKeyword() === "!") cursor.position++;
    else if (cursor.match(TIME) === undefined) return;
  }
}
