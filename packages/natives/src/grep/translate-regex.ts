// ripgrep's regular expressions as JavaScript's, where both mean the same and JavaScript cannot run away; anything else is
// not translated and stays ripgrep's. Pure.
import { ASCII_CLASSES } from "../walk/ascii-classes.ts";

/** How the expression is to be read. */
export interface RegexMode {
  readonly ignoreCase: boolean;
  /** Whether a match may span lines. */
  readonly multiline: boolean;
}

/** A translated expression. */
export interface TranslatedRegex {
  /** For a single line without its end. */
  readonly line: RegExp;
  /** For a whole text; matches at least wherever a line does. Global. */
  readonly text: RegExp;
  /** Whether it could match the carriage return before a newline, where the dialects differ. */
  readonly mayMatchCarriageReturn: boolean;
  /** Whether matching can take longer than the text's length suggests. */
  readonly hasUnboundedRepeat: boolean;
}

const WORD = "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";
const NOT_WORD = "[^\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";
const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;
const CLASS_ESCAPES: Readonly<Record<string, string>> = {
  d: "\\p{Nd}",
  D: "\\P{Nd}",
  s: "\\p{White_Space}",
  S: "\\P{White_Space}",
};
const CONTROL_ESCAPES: Readonly<Record<string, string>> = {
  t: "\\t",
  r: "\\r",
  f: "\\f",
  v: "\\v",
  a: "\\x07",
};
const GENERAL_CATEGORY = /^(?:L|Lu|Ll|Lt|Lm|Lo|M|N|Nd|Nl|No|P|S|Z)$/;
/** Several repetitions without bound in one expression can still take the square or cube of the text's length. */
const MAX_UNBOUNDED_REPEATS = 3;

/** Undefined when the two dialects differ or JavaScript might take forever. */
export function translateRegex(pattern: string, mode: RegexMode): TranslatedRegex | undefined {
  const inline = /^\(\?i\)/.exec(pattern);
  const translator = new Translator(inline ? pattern.slice(4) : pattern, mode.multiline);
  const parts = translator.run();
  if (!parts) return undefined;
  const flags = mode.ignoreCase || inline ? "ui" : "u";
  try {
    return {
      line: new RegExp(parts.join("").replaceAll(START, "^").replaceAll(END, "$"), flags),
      text: new RegExp(
        parts.join("").replaceAll(START, "(?<![^\\n])").replaceAll(END, "(?![^\\r\\n])"),
        `${flags}g`,
      ),
      mayMatchCarriageReturn: translator.hasOpenClass,
      hasUnboundedRepeat: translator.unboundedRepeats > 0,
    };
  } catch {
    return undefined; // What JavaScript does not accept is ripgrep's to judge.
  }
}

/** Stand-ins for the two anchors; private-use characters in a pattern are not translated. */
const START = "\uE000";
const END = "\uE001";

/** What stands before a quantifier. */
type Operand = "nothing" | "atom" | "assertion" | "repeating group" | "quantified";

class Translator {
  unboundedRepeats = 0;
  /** Whether there is a class that is not a plain list of characters. */
  hasOpenClass = false;
  readonly #pattern: string;
  readonly #multiline: boolean;
  readonly #out: string[] = [];
  #at = 0;
  /** For each open group: whether something in it repeats without bound. */
  readonly #groups: boolean[] = [false];
  /** What a quantifier here would apply to. */
  #last: Operand = "nothing";

  constructor(pattern: string, multiline: boolean) {
    this.#pattern = pattern;
    this.#multiline = multiline;
  }

  run(): string[] | undefined {
    while (this.#at < this.#pattern.length) if (!this.#step()) return undefined;
    const isWhole = this.#groups.length === 1 && this.unboundedRepeats <= MAX_UNBOUNDED_REPEATS;
    return isWhole ? this.#out : undefined;
  }

  #step(): boolean {
    const char = this.#pattern[this.#at] ?? "";
    if (char >= "\uD800" && char <= "\uF8FF") return this.#surrogateOrPrivate(char);
    switch (char) {
      case "\\":
        return this.#escape();
      case "[":
        return this.#class();
      case "(":
        return this.#open();
      case ")":
        return this.#close();
      case "|":
        return this.#emit("|", 1, "nothing");
      case ".":
        return this.#emit("[^\\n]", 1, "atom");
      case "^":
        return this.#emit(START, 1, "assertion");
      case "$":
        return this.#emit(END, 1, "assertion");
      case "*":
      case "+":
      case "?":
      case "{":
        return this.#quantifier();
      case "\n":
        return this.#multiline && this.#emit("\\n", 1, "atom");
      default:
        return this.#emit(escapeLiteral(char), 1, "atom");
    }
  }

  #emit(source: string, length: number, last: Operand): boolean {
    this.#out.push(source);
    this.#at += length;
    this.#last = last;
    return true;
  }

  #surrogateOrPrivate(char: string): boolean {
    const isPair = char <= "\uDBFF" && this.#at + 1 < this.#pattern.length;
    return isPair && this.#emit(this.#pattern.slice(this.#at, this.#at + 2), 2, "atom");
  }

  #escape(): boolean {
    const next = this.#pattern[this.#at + 1];
    if (next === undefined) return false;
    if (next === "b" || next === "B") {
      if (this.#pattern[this.#at + 2] === "{") return false;
      return this.#emit(next === "b" ? BOUNDARY : NO_BOUNDARY, 2, "assertion");
    }
    this.hasOpenClass ||= /[a-zA-Z]/.test(next) && next !== "w";
    if (next === "w" || next === "W") return this.#emit(next === "w" ? WORD : NOT_WORD, 2, "atom");
    const single = readEscape(this.#pattern, this.#at, this.#multiline);
    return single !== undefined && this.#emit(single.source, single.length, "atom");
  }

  #class(): boolean {
    const found = readClass(this.#pattern, this.#at, this.#multiline);
    this.hasOpenClass ||= found !== undefined && /^\[\^|\\[a-zA-Z]/.test(found.source);
    return found !== undefined && this.#emit(found.source, found.length, "atom");
  }

  #open(): boolean {
    const opening =
      /^\((?:\?:|\?P?<[A-Za-z_]\w*>)?/.exec(this.#pattern.slice(this.#at, this.#at + 80))?.[0] ??
      "(";
    if (this.#pattern[this.#at + opening.length] === "?") return false;
    this.#groups.push(false);
    return this.#emit("(?:", opening.length, "nothing");
  }

  #close(): boolean {
    const repeats = this.#groups.pop();
    if (repeats === undefined || this.#groups.length === 0) return false;
    if (repeats) this.#groups[this.#groups.length - 1] = true;
    return this.#emit(")", 1, repeats ? "repeating group" : "atom");
  }

  #quantifier(): boolean {
    const found = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(
      this.#pattern.slice(this.#at, this.#at + 24),
    )?.[0];
    if (!found || (this.#last !== "atom" && this.#last !== "repeating group")) return false;
    const lazy = this.#pattern[this.#at + found.length] === "?" ? "?" : "";
    const [, low = "0", high] = /^\{(\d+),?(\d*)\}$/.exec(found) ?? [];
    const isUnbounded = found === "*" || found === "+" || found.endsWith(",}");
    const isLarge = Math.max(Number(low), Number(high ?? 0)) > 100;
    if (isLarge || (this.#last === "repeating group" && found !== "?")) return false;
    if (isUnbounded || found.startsWith("{")) this.#groups[this.#groups.length - 1] = true;
    if (isUnbounded) this.unboundedRepeats++;
    return this.#emit(found + lazy, found.length + lazy.length, "quantified");
  }
}

interface Piece {
  readonly source: string;
  readonly length: number;
}

/** An escape that stands for one character or a class of them, valid inside brackets too. */
function readEscape(pattern: string, at: number, multiline: boolean): Piece | undefined {
  const rest = pattern.slice(at, at + 16);
  const next = rest[1] ?? "";
  const mapped = CLASS_ESCAPES[next] ?? CONTROL_ESCAPES[next];
  if (mapped !== undefined) return { source: mapped, length: 2 };
  if (next === "n") return multiline ? { source: "\\n", length: 2 } : undefined;
  const code = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|[xu]\{([0-9A-Fa-f]{1,6})\})/.exec(rest);
  if (code) {
    const hex = code[1] ?? code[2] ?? code[3] ?? "";
    const isNewline = Number.parseInt(hex, 16) === 10 && !multiline;
    return isNewline ? undefined : { source: `\\u{${hex}}`, length: code[0].length };
  }
  const property = /^\\([pP])(?:\{(\w+)\}|(\w))/.exec(rest);
  if (property) {
    const name = property[2] ?? property[3] ?? "";
    return GENERAL_CATEGORY.test(name)
      ? { source: `\\${property[1]}{${name}}`, length: property[0].length }
      : undefined;
  }
  const isPlain = /[!-/:-@[-`{-~]/.test(next) && next !== "<" && next !== ">";
  return isPlain ? { source: escapeLiteral(next), length: 2 } : undefined;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  ...ASCII_CLASSES,
  space: "\\t\\n\\v\\f\\r ",
  blank: "\\t ",
  word: "0-9A-Za-z_",
};

function readClass(pattern: string, at: number, multiline: boolean): Piece | undefined {
  let cursor = at + 1;
  const isNegated = pattern[cursor] === "^";
  if (isNegated) cursor++;
  let source = "";
  for (let isFirst = true; ; isFirst = false) {
    const char = pattern[cursor];
    if (char === undefined || (char >= "\uD800" && char <= "\uF8FF")) return undefined;
    if (char === "]" && !isFirst) break;
    const member = readClassMember(pattern, cursor, multiline);
    if (!member) return undefined;
    source += member.source;
    cursor += member.length;
  }
  if (source === "") return undefined;
  return { source: `[${isNegated ? "^" : ""}${source}]`, length: cursor + 1 - at };
}

function readClassMember(pattern: string, at: number, multiline: boolean): Piece | undefined {
  const char = pattern[at] ?? "";
  const posix = /^\[:(\w+):\]/.exec(pattern.slice(at, at + 12));
  if (posix) {
    const members = POSIX_CLASSES[posix[1] ?? ""];
    return members === undefined ? undefined : { source: members, length: posix[0].length };
  }
  if (char === "[" || /^(?:&&|--|~~)/.test(pattern.slice(at, at + 2))) return undefined; // Set operations.
  if (char === "\n" && !multiline) return undefined;
  if (char !== "\\")
    return { source: char === "-" ? readDash(pattern, at) : escapeInClass(char), length: 1 };
  if (pattern[at + 1] === "w") return { source: WORD.slice(1, -1), length: 2 };
  if (pattern[at + 1] === "b") return undefined;
  const escape = readEscape(pattern, at, multiline);
  return escape?.source === "-" ? { ...escape, source: "\\-" } : escape;
}

/** A dash is a range between two members, itself at either end. */
function readDash(pattern: string, at: number): string {
  const isAtEdge = pattern[at - 1] === "[" || pattern[at - 1] === "^" || pattern[at + 1] === "]";
  return isAtEdge ? "\\-" : "-";
}

function escapeInClass(char: string): string {
  return /[\\\][^-]/.test(char) ? `\\${char}` : char;
}

/** With the `u` flag only syntax characters may be escaped. */
function escapeLiteral(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}
