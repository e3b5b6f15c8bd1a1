/** Reads a styled line as a list of escape sequences and graphemes with their widths. */
import { escapeEnd } from "./escape-sequence.ts";
import { graphemes, isPlainAscii } from "./graphemes.ts";
import { visibleWidth } from "./width.ts";

/** One escape sequence (`isEscape`, width 0) or one grapheme. */
export interface Token {
  readonly text: string;
  readonly width: number;
  readonly isEscape: boolean;
}

/** The tokens of one line; their texts joined are the line again. */
export function tokenize(line: string): Token[] {
  return readTokens(line, pushGraphemes);
}

/** Like {@link tokenize}, but where text is plain, a stretch without spaces is one token. */
export function tokenizeWords(line: string): Token[] {
  return readTokens(line, (text, tokens) => {
    if (isPlainAscii(text)) pushWords(text, tokens);
    else pushGraphemes(text, tokens);
  });
}

/** The graphemes of a token. */
export function splitToken(token: Token): readonly Token[] {
  return token.isEscape || token.text.length === 1 ? [token] : tokenize(token.text);
}

function readTokens(line: string, pushText: (text: string, tokens: Token[]) => void): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  while (index < line.length) {
    if (line.charCodeAt(index) === 0x1b) {
      const end = escapeEnd(line, index);
      tokens.push({ text: line.slice(index, end), width: 0, isEscape: true });
      index = end;
    } else {
      const next = line.indexOf("\x1b", index);
      const end = next === -1 ? line.length : next;
      pushText(line.slice(index, end), tokens);
      index = end;
    }
  }
  return tokens;
}

const SPACE: Token = { text: " ", width: 1, isEscape: false };

function pushWords(text: string, tokens: Token[]): void {
  for (const [index, word] of text.split(" ").entries()) {
    if (index > 0) tokens.push(SPACE);
    if (word !== "") tokens.push({ text: word, width: word.length, isEscape: false });
  }
}

function pushGraphemes(text: string, tokens: Token[]): void {
  const isAscii = isPlainAscii(text);
  for (const grapheme of graphemes(text)) {
    tokens.push({ text: grapheme, width: isAscii ? 1 : visibleWidth(grapheme), isEscape: false });
  }
}

/** Columns of a run of tokens. */
export function tokensWidth(tokens: readonly Token[]): number {
  let width = 0;
  for (const token of tokens) width += token.width;
  return width;
}
