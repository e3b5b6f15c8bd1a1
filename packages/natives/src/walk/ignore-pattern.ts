// One gitignore pattern as a regular expression. Pure.
import { ASCII_CLASSES } from "./ascii-classes.ts";

/**
 * A pattern without its `!` and trailing slash. With a slash in it, it is matched against the whole path relative to the
 * ignore file, otherwise against a name. Undefined when it can match nothing (an unclosed bracket).
 */
export function compileIgnorePattern(pattern: string): RegExp | undefined {
  const body = pattern.startsWith("/") ? pattern.slice(1) : pattern;
  let source = "";
  for (let at = 0; at < body.length;) {
    const char = body[at] ?? "";
    if (char === "*") {
      const [piece, next] = readStars(body, at);
      source += piece;
      at = next;
    } else if (char === "?") {
      source += "[^/]";
      at++;
    } else if (char === "[") {
      const bracket = readBracket(body, at);
      if (!bracket) return undefined;
      [source, at] = [source + bracket[0], bracket[1]];
    } else {
      const literal = char === "\\" ? body[++at] : char;
      if (literal === undefined) return undefined; // A lone backslash at the end escapes nothing.
      source += escapeRegExp(literal);
      at++;
    }
  }
  return new RegExp(`^${source}$`, "su");
}

/** Two stars cross directories only as a whole path part; elsewhere they are one star. */
function readStars(body: string, at: number): readonly [source: string, next: number] {
  let end = at;
  while (body[end] === "*") end++;
  const isPart = end - at === 2 && (at === 0 || body[at - 1] === "/");
  if (isPart && body[end] === "/") return ["(?:.*/)?", end + 1];
  if (isPart && end === body.length) return [at === 0 ? ".*" : ".+", end];
  return ["[^/]*", end];
}

/** A character class; it never matches a slash. A `]` that comes first is a member. */
function readBracket(
  body: string,
  at: number,
): readonly [source: string, next: number] | undefined {
  let cursor = at + 1;
  const isNegated = body[cursor] === "!" || body[cursor] === "^";
  if (isNegated) cursor++;
  let members = "";
  for (let isFirst = true; ; isFirst = false) {
    let char = body[cursor];
    if (char === undefined) return undefined;
    if (char === "]" && !isFirst) break;
    const posix = /^\[:(\w+):\]/.exec(body.slice(cursor));
    if (posix) {
      members += POSIX_CLASSES[posix[1] ?? ""] ?? "";
      cursor += posix[0].length;
      continue;
    }
    const isRangeDash = char === "-" && members !== "" && body[cursor + 1] !== "]";
    if (char === "\\") char = body[++cursor];
    if (char === undefined) return undefined;
    members += isRangeDash ? "-" : escapeInClass(char);
    cursor++;
  }
  const source = isNegated ? `[^/${members}]` : `(?!/)[${members}]`;
  return isValid(source) ? [source, cursor + 1] : undefined;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  ...ASCII_CLASSES,
  space: "\\s",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`\\{-~",
  cntrl: "\\x00-\\x1f\\x7f",
  print: " -~",
  graph: "!-~",
};

function isValid(source: string): boolean {
  try {
    return new RegExp(source, "su").flags !== "";
  } catch {
    return false; // A range out of order matches nothing.
  }
}

function escapeRegExp(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

function escapeInClass(char: string): string {
  return /[\\\][^-]/.test(char) ? `\\${char}` : char;
}
