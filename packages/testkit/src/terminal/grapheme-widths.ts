// Character widths for the virtual terminal: those that Bun measures, with emoji sequences as one cell
// pair, as modern terminals have them. xterm.js by itself counts by Unicode 6.
import type { IUnicodeVersionProvider } from "@xterm/headless";

const zeroWidthJoiner = 0x200d;
const emojiSelector = 0xfe0f;
const keycap = 0x20e3;

/** What the last code point of a cell allows the next one to do. */
const state = { plain: 0, joiner: 1, flagHalf: 2, emoji: 3 } as const;

const plainCell = pack(state.plain, 1, false);

/** The provider, under the version name `graphemes`. */
export const graphemeWidths: IUnicodeVersionProvider = {
  version: "graphemes",
  wcwidth: width,
  charProperties(codePoint, preceding) {
    if (isPlainAscii(codePoint)) return plainCell;
    const before = { state: preceding >> 3, width: (preceding >> 1) & 3 };
    const own = width(codePoint);
    if (before.width === 0) return pack(stateOf(codePoint), own, false);
    if (codePoint === emojiSelector) return pack(state.emoji, 2, true);
    if (codePoint === zeroWidthJoiner) return pack(state.joiner, before.width, true);
    if (own === 0 || codePoint === keycap) return pack(before.state, before.width, true);
    const isFlag = before.state === state.flagHalf && isRegional(codePoint);
    const isJoined = before.state === state.joiner && isPictographic(codePoint);
    const isToned = before.state === state.emoji && isSkinTone(codePoint);
    if (isFlag) return pack(state.plain, 2, true);
    if (isJoined || isToned) return pack(state.emoji, 2, true);
    return pack(stateOf(codePoint), own, false);
  },
};

/** The layout in which xterm.js carries properties from one code point to the next. */
function pack(kind: number, cells: number, isJoined: boolean): number {
  return (kind << 3) | (cells << 1) | (isJoined ? 1 : 0);
}

function width(codePoint: number): 0 | 1 | 2 {
  if (isPlainAscii(codePoint)) return 1;
  const measured = Bun.stringWidth(String.fromCodePoint(codePoint));
  return measured >= 2 ? 2 : measured === 1 ? 1 : 0;
}

function isPlainAscii(codePoint: number): boolean {
  return codePoint >= 0x20 && codePoint < 0x7f;
}

function stateOf(codePoint: number): number {
  if (isRegional(codePoint)) return state.flagHalf;
  return isPictographic(codePoint) ? state.emoji : state.plain;
}

function isRegional(codePoint: number): boolean {
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

function isSkinTone(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}

function isPictographic(codePoint: number): boolean {
  return /^\p{Extended_Pictographic}$/u.test(String.fromCodePoint(codePoint));
}
