// Makes patterns that people mean literally usable as regular expressions: `${name}`, `foo(`, `interface {}`. Pure; what
// is a valid expression stays as it is.

/** Escapes braces that are no quantifier, and all parentheses when they do not pair up. */
export function repairPattern(pattern: string): string {
  const braced = escapeStrayBraces(pattern);
  return hasBalancedGroups(braced) ? braced : escapeParentheses(braced);
}

interface Visitor {
  /** Returns what replaces the piece that starts at `at`; undefined leaves it. */
  (char: string, at: number): string | undefined;
}

/** Calls `visit` for each character outside of escapes, classes and `\p{...}`-like names. */
function rewrite(pattern: string, visit: Visitor): string {
  let out = "";
  let isInClass = false;
  for (let at = 0; at < pattern.length;) {
    const escape = /^\\(?:[pPxuUbB]\{[^{}]*\}|[\s\S]|$)/.exec(pattern.slice(at, at + 64))?.[0];
    if (escape) {
      out += escape;
      at += escape.length;
      continue;
    }
    const char = pattern[at] ?? "";
    if (char === "[" && !isInClass) {
      const opening = /^\[\^?\]?/.exec(pattern.slice(at))?.[0] ?? "[";
      isInClass = pattern.indexOf("]", at + opening.length) >= 0;
      out += isInClass ? opening : char;
      at += isInClass ? opening.length : 1;
      continue;
    }
    if (isInClass && char === "]") isInClass = false;
    out += isInClass ? char : (visit(char, at) ?? char);
    at++;
  }
  return out;
}

function escapeStrayBraces(pattern: string): string {
  let quantifierEnd = -1;
  return rewrite(pattern, (char, at) => {
    if (char === "{") {
      const quantifier = /^\{\d+(?:,\d*)?\}/.exec(pattern.slice(at, at + 24))?.[0];
      if (quantifier && canBeRepeated(pattern, at)) {
        quantifierEnd = at + quantifier.length - 1;
        return undefined;
      }
      return "\\{";
    }
    return char === "}" && at !== quantifierEnd ? "\\}" : undefined;
  });
}

function canBeRepeated(pattern: string, at: number): boolean {
  return at > 0 && !"|(^".includes(pattern[at - 1] ?? "");
}

function hasBalancedGroups(pattern: string): boolean {
  let depth = 0;
  let isBroken = false;
  rewrite(pattern, (char) => {
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) isBroken = true;
    return undefined;
  });
  return depth === 0 && !isBroken;
}

function escapeParentheses(pattern: string): string {
  return rewrite(pattern, (char) => (char === "(" || char === ")" ? `\\${char}` : undefined));
}
