// Text of strangers that tries to command a terminal: a corpus, all of it in one line, and how to see that a terminal was
// told some of it. What a face does with such text is its own affair.
import corpus from "./injections.json";

/** One trick, and how it looks when it is inert. */
export interface Injection {
  readonly name: string;
  readonly input: string;
  readonly output: string;
}

export const INJECTIONS: readonly Injection[] = corpus;

/** A word that stands before and after the tricks, to see that the text was shown. */
export const HOSTILE_WORD = "hostile";

/**
 * One line with a trick of every kind. Its colour, link, title and clipboard occur nowhere else, so that they can be told
 * from sequences that are ours.
 */
export const HOSTILE_LINE = [
  HOSTILE_WORD,
  "\x1b]0;pwned\x07\x1b]2;pwned\x1b\\\x1b]52;c;cHduZWQ=\x07",
  "\x1b[38;2;6;6;6m\x1b]8;;pwned:link\x1b\\link\x1b]8;;\x1b\\",
  "\x1b[?1049h\x1b[?1003h\x1b[?25l\x1b[999;1H\x1b[2J\x1bc\x1b[6n\x1bP$qm\x1b\\\x9b2J\x9d0;pwned\x9c",
  "\x07\b\b\r\x0e\u202e\u2066\u200b\u200e\ufeff\u2028\u{e0041}",
  HOSTILE_WORD,
].join("");

/** What only {@link HOSTILE_LINE} and the corpus hold, never a sequence of ours. */
const TRACES: Readonly<Record<string, RegExp>> = {
  title: /\x1b\][012];[^\x07\x1b]*\x07|\x1b\][12];|\x1b\]0;(?:pwned|owned)/,
  clipboard: /\x1b\]52;/,
  colour: /\x1b\[[0-9;:]*38[;:]2[;:]6[;:]6[;:]6/,
  link: /\x1b\]8;[^;]*;pwned:/,
  "screen, mouse or reset": /\x1b\[\?100[03]h|\x1b\[\?1049h|\x1bc|\x1b\[999;1H/,
  question: /\x1bP|\x1b\[5n/,
  "one-byte control": /[\x80-\x9f]/,
  "control character": /[\0\x05\x08\x0b\x0c\x0e\x0f\x7f]/,
  "order or width":
    /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\xad]|[\u{e0041}-\u{e0042}]/u,
};

/** What of the tricks a terminal was told, by kind; empty when nothing was. */
export function obeyedTricks(told: string): readonly string[] {
  return Object.entries(TRACES).flatMap(([kind, trace]) => (trace.test(told) ? [kind] : []));
}
