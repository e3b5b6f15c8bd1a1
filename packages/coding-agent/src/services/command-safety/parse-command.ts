// Reads one command, simple or compound. Lists of commands come from the parser it is given.
import type { Cursor, ParseScript } from "./cursor.ts";
import { isArithmetic, readComputed } from "./parse-expansion.ts";
import { parseRedirect, skipLineBreaks } from "./parse-redirect.ts";
import { parseSimple } from "./parse-simple.ts";
import { parseWord } from "./parse-word.ts";
import type { Command, Redirect, Script, Word } from "./syntax.ts";

type Compound = Omit<Extract<Command, { type: "compound" }>, "redirects">;
type ParseCompound = (cursor: Cursor, parseScript: ParseScript) => Compound;

/** The command that starts here. */
export function parseCommand(cursor: Cursor, parseScript: ParseScript): Command {
  cursor.skipBlanks();
  if (cursor.peek() === "(") return compound(cursor, parseScript, parseParenthesis);
  const keyword = cursor.peekKeyword();
  if (keyword === "function") return parseFunctionKeyword(cursor, parseScript);
  if (keyword === "coproc") return parseCoprocess(cursor, parseScript);
  const parse = keyword === undefined ? undefined : COMPOUNDS.get(keyword);
  if (parse !== undefined) {
    cursor.position += keyword!.length;
    return compound(cursor, parseScript, parse);
  }
  if (keyword !== undefined && MISPLACED.has(keyword)) cursor.fail(`unexpected ${keyword}`);
  const simple = parseSimple(cursor, parseScript);
  return simple.type === "simple"
    ? simple
    : { type: "function", name: simple.name, body: parseBody(cursor, parseScript) };
}

const MISPLACED: ReadonlySet<string> = new Set([
  "then",
  "do",
  "done",
  "fi",
  "else",
  "elif",
  "esac",
  "}",
]);

function compound(cursor: Cursor, parseScript: ParseScript, parse: ParseCompound): Command {
  const parsed = cursor.nested(() => parse(cursor, parseScript));
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = parseRedirect(cursor, parseScript);
    if (redirect === undefined) return { ...parsed, redirects };
    redirects.push(redirect);
  }
}

function block(scripts: readonly Script[], more: Partial<Compound> = {}): Compound {
  const base = { type: "compound", isSubshell: false, isConditional: true, words: [] } as const;
  return { ...base, scripts, ...more };
}

function parseParenthesis(cursor: Cursor, parseScript: ParseScript): Compound {
  if (cursor.startsWith("((") && isArithmetic(cursor)) {
    cursor.position += 2;
    return block([], { words: [{ parts: [readComputed(cursor, "))", parseScript)] }] });
  }
  cursor.expect("(");
  const script = parseScript(cursor, [")"]);
  cursor.expect(")");
  return block([script], { isSubshell: true, isConditional: false });
}

function parseBraceGroup(cursor: Cursor, parseScript: ParseScript): Compound {
  const script = parseScript(cursor, ["}"]);
  cursor.expect("}");
  return block([script], { isConditional: false });
}

function parseIf(cursor: Cursor, parseScript: ParseScript): Compound {
  const scripts = [parseScript(cursor, ["then"])];
  cursor.expect("then");
  for (;;) {
    scripts.push(parseScript(cursor, ["elif", "else", "fi"]));
    if (cursor.take("elif")) {
      scripts.push(parseScript(cursor, ["then"]));
      cursor.expect("then");
    } else if (!cursor.take("else")) {
      cursor.expect("fi");
      return block(scripts);
    }
  }
}

function parseWhile(cursor: Cursor, parseScript: ParseScript): Compound {
  const condition = parseScript(cursor, ["do"]);
  return block([condition, parseDo(cursor, parseScript)]);
}

function parseDo(cursor: Cursor, parseScript: ParseScript): Script {
  cursor.expect("do");
  const script = parseScript(cursor, ["done"]);
  cursor.expect("done");
  return script;
}

function parseFor(cursor: Cursor, parseScript: ParseScript): Compound {
  cursor.skipBlanks();
  if (cursor.take("((")) {
    const head = readComputed(cursor, "))", parseScript);
    const body = parseForBody(cursor, parseScript);
    return block([body], { words: [{ parts: [head] }] });
  }
  const variable = cursor.match(/[A-Za-z_]\w*/y);
  if (variable === undefined) return cursor.fail("for without a name");
  skipLineBreaks(cursor, parseScript);
  const words = cursor.peekKeyword() === "in" ? readForWords(cursor, parseScript) : ALL_ARGUMENTS;
  return block([parseForBody(cursor, parseScript)], { words, variable });
}

/** What a `for` without `in` goes over. */
const ALL_ARGUMENTS: readonly Word[] = [
  { parts: [{ type: "variable", name: "@", isQuoted: true }] },
];

function readForWords(cursor: Cursor, parseScript: ParseScript): Word[] {
  cursor.expect("in");
  return readWords(cursor, parseScript);
}

function readWords(cursor: Cursor, parseScript: ParseScript): Word[] {
  const words: Word[] = [];
  for (;;) {
    cursor.skipBlanks();
    const word = parseWord(cursor, parseScript);
    if (word === undefined) return words;
    words.push(word);
  }
}

function parseForBody(cursor: Cursor, parseScript: ParseScript): Script {
  cursor.skipBlanks();
  cursor.take(";");
  skipLineBreaks(cursor, parseScript);
  if (cursor.peekKeyword() !== "{") return parseDo(cursor, parseScript);
  cursor.position++;
  const script = parseScript(cursor, ["}"]);
  cursor.expect("}");
  return script;
}

function parseCase(cursor: Cursor, parseScript: ParseScript): Compound {
  cursor.skipBlanks();
  const subject = parseWord(cursor, parseScript);
  if (subject === undefined) return cursor.fail("case without a word");
  const words = [subject];
  const scripts: Script[] = [];
  skipLineBreaks(cursor, parseScript);
  cursor.expect("in");
  for (;;) {
    skipLineBreaks(cursor, parseScript);
    if (cursor.peekKeyword() === "esac") break;
    words.push(...readPatterns(cursor, parseScript));
    scripts.push(parseScript(cursor, [";;", ";&", "esac"]));
    cursor.match(/;;&|;;|;&/y);
  }
  cursor.expect("esac");
  return block(scripts, { words });
}

function readPatterns(cursor: Cursor, parseScript: ParseScript): Word[] {
  cursor.take("(");
  const patterns: Word[] = [];
  do {
    cursor.skipBlanks();
    const pattern = parseWord(cursor, parseScript);
    if (pattern === undefined) return cursor.fail("case pattern expected");
    patterns.push(pattern);
    cursor.skipBlanks();
  } while (cursor.take("|"));
  cursor.expect(")");
  return patterns;
}

/** `[[ … ]]`: only its words matter; operators and the parentheses of patterns are stepped over. */
function parseTest(cursor: Cursor, parseScript: ParseScript): Compound {
  const words: Word[] = [];
  for (;;) {
    skipLineBreaks(cursor, parseScript);
    const word = parseWord(cursor, parseScript);
    if (word === undefined) {
      if (cursor.match(/[()<>&|;]+/y) === undefined) cursor.fail("unclosed [[");
    } else if (isPlain(word, "]]")) return block([], { words });
    else words.push(word);
  }
}

function isPlain({ parts: [part, more] }: Word, text: string): boolean {
  return more === undefined && part?.type === "text" && !part.isQuoted && part.text === text;
}

function parseFunctionKeyword(cursor: Cursor, parseScript: ParseScript): Command {
  cursor.expect("function");
  cursor.skipBlanks();
  const name = cursor.match(/[^\s;&|<>()'"$`\\]+/y);
  if (name === undefined) return cursor.fail("function without a name");
  cursor.skipBlanks();
  if (cursor.take("(")) {
    cursor.skipBlanks();
    cursor.expect(")");
  }
  return { type: "function", name, body: parseBody(cursor, parseScript) };
}

function parseBody(cursor: Cursor, parseScript: ParseScript): Command {
  skipLineBreaks(cursor, parseScript);
  const body = cursor.nested(() => parseCommand(cursor, parseScript));
  if (body.type !== "compound") cursor.fail("a function needs a compound command");
  return body;
}

function parseCoprocess(cursor: Cursor, parseScript: ParseScript): Command {
  cursor.expect("coproc");
  cursor.match(/[ \t]+[A-Za-z_]\w*(?=[ \t]+[{(])/y);
  const command = cursor.nested(() => parseCommand(cursor, parseScript));
  return {
    ...block([[{ pipeline: [command], operator: "&" }]], { isSubshell: true }),
    redirects: [],
  };
}

const COMPOUNDS: ReadonlyMap<string, ParseCompound> = new Map([
  ["{", parseBraceGroup],
  ["if", parseIf],
  ["while", parseWhile],
  ["until", parseWhile],
  ["for", parseFor],
  ["select", parseFor],
  ["case", parseCase],
  ["[[", parseTest],
]);
