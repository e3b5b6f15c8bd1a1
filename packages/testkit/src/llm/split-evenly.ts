// Cuts text into pieces between code points, so that each piece is text by itself.

/** `text` in at most `pieces` near-equal parts; empty text has no part. */
export function splitEvenly(text: string, pieces: number): string[] {
  if (!Number.isInteger(pieces) || pieces < 1) {
    throw new Error(`cannot split text into ${pieces} deltas: give a whole number from 1 on`);
  }
  if (pieces === 1) return text === "" ? [] : [text];
  const points = Array.from(text);
  const count = Math.min(pieces, points.length);
  return Array.from({ length: count }, (_, i) =>
    points
      .slice(Math.floor((i * points.length) / count), Math.floor(((i + 1) * points.length) / count))
      .join(""),
  );
}
