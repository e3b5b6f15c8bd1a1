// Reads what `$`, backticks and double quotes introduce. Knows commands only through the parser it is given.
import { decodeAnsiC } from "./ansi-c.ts";
import { Cursor, type ParseScript } from "./cursor.ts";
import { PartList } from "./part-list.ts";
import type { Part } from "./syntax.ts";

interface Quoting {
  readonly isQuoted: boolean;
}

const QUOTED_PLAIN = /[^\\"$`]+/y;
const NAME = /[A-Za-z_]\w*|\d+|[@*#?$!-]/y;
const SIMPLE_NAME = /[A-Za-z_]\w*|\d|[@*#?$!-]/y;

/** Text in which only `$`, backticks and backslashes mean something, up to `end` or the end of the text. */
export function readQuotedParts(cursor: Cursor, end: '"' | "", parseScript: ParseScript): Part[] {
  const list = new PartList();
  while (cursor.peek() !== end) {
    if (cursor.isAtEnd) break;
    const plain = cursor.match(QUOTED_PLAIN);
    if (plain !== undefined) list.addText(plain, { isQuoted: true });
    else readQuotedPiece(cursor, list, parseScript);
  }
  return list.finish();
}

function readQuotedPiece(cursor: Cursor, list: PartList, parseScript: ParseScript): void {
  switch (cursor.peek()) {
    case "$":
      list.add(parseDollar(cursor, { isQuoted: true }, parseScript));
      return;
    case "`":
      list.add([readBackticks(cursor, { isQuoted: true }, parseScript)]);
      return;
    case "\\": {
      const next = cursor.peek(1);
      cursor.position += 2;
      if (next === "\n") return;
      list.addText('$`"\\'.includes(next) ? next : `\\${next}`, { isQuoted: true });
      return;
    }
    default:
      list.addText(cursor.peek(), { isQuoted: true });
      cursor.position++;
  }
}

/** Reads a text between single quotes. */
export function readSingleQuoted(cursor: Cursor): string {
  const end = cursor.text.indexOf("'", cursor.position + 1);
  if (end === -1) cursor.fail("unclosed single quote");
  const text = cursor.text.slice(cursor.position + 1, end);
  cursor.position = end + 1;
  return text;
}

/** What a `$` introduces. */
export function parseDollar(cursor: Cursor, quoting: Quoting, parseScript: ParseScript): Part[] {
  cursor.position++;
  const { isQuoted } = quoting;
  if (!isQuoted && cursor.peek() === "'") return [readAnsiC(cursor)];
  if (!isQuoted && cursor.take('"')) {
    const parts = readQuotedParts(cursor, '"', parseScript);
    cursor.expect('"');
    return parts;
  }
  if (cursor.startsWith("((")) return [readArithmeticOrCommand(cursor, quoting, parseScript)];
  if (cursor.take("(")) return [readSubstitution(cursor, quoting, parseScript)];
  if (cursor.take("{")) return [cursor.nested(() => readBraced(cursor, quoting, parseScript))];
  if (cursor.take("[")) return [readComputed(cursor, "]", parseScript)];
  const name = cursor.match(SIMPLE_NAME);
  return [
    name === undefined
      ? { type: "text", text: "$", isQuoted }
      : { type: "variable", name, isQuoted },
  ];
}

function readSubstitution(cursor: Cursor, { isQuoted }: Quoting, parseScript: ParseScript): Part {
  const script = cursor.nested(() => parseScript(cursor, [")"]));
  cursor.expect(")");
  return { type: "command", script, isQuoted };
}

/** `$((` is arithmetic when its parentheses close together, else a subshell in a substitution. */
function readArithmeticOrCommand(cursor: Cursor, quoting: Quoting, parseScript: ParseScript): Part {
  if (isArithmetic(cursor)) {
    cursor.position += 2;
    return readComputed(cursor, "))", parseScript);
  }
  cursor.position++;
  return readSubstitution(cursor, quoting, parseScript);
}

/** True when the two parentheses that open here also close together. */
export function isArithmetic({ text, position }: Cursor): boolean {
  let depth = 0;
  for (let index = position; index < text.length; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 1) return text[index + 1] === ")";
  }
  return false;
}

/** An expression up to `end`; only the expansions in it matter. */
export function readComputed(cursor: Cursor, end: string, parseScript: ParseScript): Part {
  return cursor.nested(() => {
    const list = new PartList();
    let depth = 0;
    while (depth > 0 || !cursor.startsWith(end)) {
      const char = cursor.peek();
      if (char === "") cursor.fail(`unclosed expression, ${end} is missing`);
      if (char === "$") list.add(parseDollar(cursor, { isQuoted: true }, parseScript));
      else if (char === "`") list.add([readBackticks(cursor, { isQuoted: true }, parseScript)]);
      else {
        if (char === "(") depth++;
        if (char === ")") depth--;
        cursor.position += char === "\\" ? 2 : 1;
      }
    }
    cursor.expect(end);
    return { type: "computed", parts: list.finish() };
  });
}

/** A command between backticks, in which a backslash protects backticks, dollars and itself. */
export function readBackticks(
  cursor: Cursor,
  { isQuoted }: Quoting,
  parseScript: ParseScript,
): Part {
  const start = cursor.position + 1;
  let end = start;
  while (end < cursor.text.length && cursor.text[end] !== "`")
    end += cursor.text[end] === "\\" ? 2 : 1;
  if (end >= cursor.text.length) cursor.fail("unclosed backtick");
  const inner = cursor.text.slice(start, end).replace(/\\([\\`$])/g, "$1");
  const script = cursor.nested(() => parseScript(new Cursor(inner, cursor.depth), [""]));
  cursor.position = end + 1;
  return { type: "command", script, isQuoted };
}

function readAnsiC(cursor: Cursor): Part {
  const start = cursor.position + 1;
  let end = start;
  while (end < cursor.text.length && cursor.text[end] !== "'")
    end += cursor.text[end] === "\\" ? 2 : 1;
  if (end >= cursor.text.length) cursor.fail("unclosed quote");
  cursor.position = end + 1;
  return { type: "text", text: decodeAnsiC(cursor.text.slice(start, end)), isQuoted: true };
}

const OPERATOR = /:?[-=+?]|%%?|##?|\/[/#%]?|\^\^?|,,?|@|:/y;
const SUBSCRIPT = /\[[^\]]*\]/y;

/** `${…}` after its brace. */
function readBraced(cursor: Cursor, { isQuoted }: Quoting, parseScript: ParseScript): Part {
  if (/[\s|]/.test(cursor.peek())) cursor.fail("unknown form of ${");
  const isIndirect = /[!#]/.test(cursor.peek()) && cursor.peek(1) !== "}";
  if (isIndirect) cursor.position++;
  const name = cursor.match(NAME);
  if (name === undefined) cursor.fail("bad name in ${");
  const hasSubscript = cursor.match(SUBSCRIPT) !== undefined;
  const operator = cursor.match(OPERATOR);
  const operand = readOperand(cursor, { isQuoted }, parseScript);
  cursor.expect("}");
  if (isIndirect || hasSubscript) return { type: "computed", parts: operand };
  if (operator === undefined && operand.length > 0) cursor.fail("bad expansion");
  return {
    type: "variable",
    name,
    isQuoted,
    ...(operator !== undefined && { operation: { operator, operand } }),
  };
}

const OPERAND_PLAIN = /[^\\'"$`}]+/y;

function readOperand(cursor: Cursor, { isQuoted }: Quoting, parseScript: ParseScript): Part[] {
  const list = new PartList();
  while (cursor.peek() !== "}") {
    const plain = cursor.match(OPERAND_PLAIN);
    if (plain !== undefined) list.addText(plain, { isQuoted });
    else if (cursor.isAtEnd) cursor.fail("unclosed ${");
    else if (cursor.peek() === "'" && !isQuoted)
      list.addText(readSingleQuoted(cursor), { isQuoted: true });
    else if (cursor.take('"')) {
      list.add(readQuotedParts(cursor, '"', parseScript));
      cursor.expect('"');
    } else readQuotedPiece(cursor, list, parseScript);
  }
  return list.finish();
}
