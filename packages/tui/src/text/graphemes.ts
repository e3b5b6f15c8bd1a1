/** Splits text into what a reader sees as one character. It knows nothing of widths or escapes. */

const PLAIN = /^[\x20-\x7e]*$/;

/** A value made on first use: the ICU tables behind the segmenter cost milliseconds that plain text never needs. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

/** True when every character is printable ASCII: one column and one unit each. */
export function isPlainAscii(text: string): boolean {
  return PLAIN.test(text);
}

/** The graphemes of `text`, in order; joined they are `text` again. */
export function graphemes(text: string): string[] {
  if (isPlainAscii(text)) return text.split("");
  return Array.from(segmenter().segment(text), (part) => part.segment);
}
