// Colours source code in the looks in force. The first lines of a language may come before its grammar is loaded and
// stay plain; whoever knows a language early can have it loaded.
import {
  type HighlightedLine,
  type Highlighter,
  paintLines,
  type SyntaxRole,
} from "@oh-my-pi/pi-natives/highlight";
import type { Highlighter as PaintCode } from "@oh-my-pi/pi-tui/widgets/code-block";
import type { ThemeToken } from "./base-colors.ts";
import type { Looks } from "./looks.ts";

const TOKENS: Readonly<Record<SyntaxRole, ThemeToken>> = {
  comment: "syntaxComment",
  keyword: "syntaxKeyword",
  function: "syntaxFunction",
  variable: "syntaxVariable",
  string: "syntaxString",
  number: "syntaxNumber",
  type: "syntaxType",
  operator: "syntaxOperator",
  punctuation: "syntaxPunctuation",
  inserted: "toolDiffAdded",
  deleted: "toolDiffRemoved",
};

/** A painter for code blocks that follows the looks in force. */
export function createCodeColors(highlighter: Highlighter, looks: Looks): PaintCode {
  return (code, language, options) => {
    const lines = highlighter.highlightLoaded(code, language, { isKept: options.isWhole });
    return lines && paintCode(lines, looks);
  };
}

/** Highlighted lines in the colours of a theme. */
export function paintCode(lines: readonly HighlightedLine[], looks: Pick<Looks, "fg">): string[] {
  return paintLines(lines, (role, text) => looks.fg(TOKENS[role], text));
}
