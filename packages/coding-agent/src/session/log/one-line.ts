// Text of any origin as one short line for a title or a list. Pure.

/** Line breaks, other control characters and marks that turn the direction of text around. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** More of a text than this many times what fits is not looked at. */
const LOOK_AHEAD = 4;

/** The text on one line, cut to `maxChars` with a mark where something was left out. */
export function oneLine(text: string, maxChars: number): string {
  const head = text.slice(0, maxChars * LOOK_AHEAD);
  const line = head.replace(UNFIT, " ").trim();
  if (line === "" || (line.length <= maxChars && head.length === text.length)) return line;
  // Half of a character that takes two places is worse than none of it.
  return `${line.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
