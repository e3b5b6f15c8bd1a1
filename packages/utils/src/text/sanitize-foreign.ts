/**
 * Makes text that is not ours (model, tool, web, file) inert before it reaches a terminal: whatever could
 * move the cursor, reorder, hide or vanish becomes a visible mark. It knows no terminal and no colours.
 */

/** One character that is never plain text; joiners, selectors and tags are judged by their neighbours. */
const SUSPECT = new RegExp(
  [
    "[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]", // C0, DEL, C1
    "[\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f]", // invisible letters and selectors
    "[\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f]", // zero-width, separators, bidi
    "[\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb]",
    "[\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
    "\\p{Cs}", // half of a surrogate pair
  ].join("|"),
  "gu",
);

const EMOJI_TAIL = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?$/u;
const EMOJI_HEAD = /^\p{Extended_Pictographic}/u;
const KEYCAP_BASE = /[#*0-9\p{Extended_Pictographic}]$/u;
const TAG_FLAG = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,8}\u{e007f}/u;

/** Scripts whose spelling needs the joiners: Arabic, the Indic family and their relatives. */
const JOINING =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}" +
  "\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}" +
  "\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]";
const JOINING_TAIL = new RegExp(`${JOINING}$`, "u");
const JOINING_HEAD = new RegExp(`^${JOINING}`, "u");

/** Longest context, in UTF-16 units, that a neighbour test looks at. */
const CONTEXT = 4;
const TAG_SEQUENCE_MAX = 20;

/**
 * Returns `text` with every control, escape, bidi, zero-width and malformed character replaced by a mark
 * that can be seen (`␛`, `‹U+202E›`, `�`). Newlines and tabs stay, CRLF becomes LF, well-formed emoji and the
 * joiners of Arabic and Indic spelling stay. The result holds nothing a terminal would obey.
 */
export function sanitizeForeign(text: string): string {
  if (text.search(SUSPECT) === -1) return text;
  return text.replace(SUSPECT, (char: string, offset: number) => markFor(char, offset, text));
}

function markFor(char: string, offset: number, text: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code === 0x0d && text.charCodeAt(offset + 1) === 0x0a) return "";
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  if (isLegitimate(code, offset, char.length, text)) return char;
  return `\u2039U+${code.toString(16).toUpperCase().padStart(4, "0")}\u203a`;
}

function isLegitimate(code: number, offset: number, length: number, text: string): boolean {
  if (code === 0x200c || code === 0x200d) {
    const before = text.slice(Math.max(0, offset - CONTEXT), offset);
    const after = text.slice(offset + length, offset + length + CONTEXT);
    if (code === 0x200d && EMOJI_TAIL.test(before) && EMOJI_HEAD.test(after)) return true;
    return JOINING_TAIL.test(before) && JOINING_HEAD.test(after);
  }
  if (code === 0xfe0e || code === 0xfe0f) {
    return KEYCAP_BASE.test(text.slice(Math.max(0, offset - CONTEXT), offset));
  }
  if (code >= 0xe0020 && code <= 0xe007f) return isInsideTagFlag(offset, text);
  return false;
}

/** Subdivision flags (black flag, tag letters, cancel tag) are the one honest use of tag characters. */
function isInsideTagFlag(offset: number, text: string): boolean {
  const start = text.lastIndexOf("\u{1f3f4}", offset);
  if (start === -1 || offset - start > TAG_SEQUENCE_MAX) return false;
  const flag = TAG_FLAG.exec(text.slice(start, start + TAG_SEQUENCE_MAX + 4));
  return flag !== null && offset < start + flag[0].length;
}
