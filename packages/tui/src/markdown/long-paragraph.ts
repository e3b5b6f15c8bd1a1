/**
 * Cuts a paragraph of extraordinary length into pieces that are read and laid out one by one, so that its end costs the
 * same however much stands before it. Pure; a cut depends only on what stands before it.
 */

const MAX_CHARS = 4_000;

/** True when a paragraph is to be cut. */
export function isLongParagraph(source: string): boolean {
  return source.length > MAX_CHARS;
}

/** The piece at the beginning of a long paragraph, and what is left. */
export function cutParagraph(source: string): { readonly piece: string; readonly rest: string } {
  const at = lastCut(source, "\n") ?? lastCut(source, " ");
  if (at !== undefined) {
    return { piece: source.slice(0, at).trimEnd(), rest: source.slice(at + 1) };
  }
  const isSplitPair = /[\ud800-\udbff]/.test(source[MAX_CHARS - 1] ?? "");
  const end = isSplitPair ? MAX_CHARS - 1 : MAX_CHARS;
  return { piece: source.slice(0, end), rest: source.slice(end) };
}

/** A cut is made before a letter only: anything else could begin another kind of block. */
function lastCut(source: string, separator: string): number | undefined {
  for (let at = MAX_CHARS; at > MAX_CHARS / 2; at--) {
    at = source.lastIndexOf(separator, at);
    if (at <= MAX_CHARS / 2) return undefined;
    if (/^\p{L}/u.test(source.slice(at + 1, at + 3))) return at;
  }
  return undefined;
}
