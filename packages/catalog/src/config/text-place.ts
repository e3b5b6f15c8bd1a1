// Lines and columns of offsets in a text, counted from 1 as editors do.

/** A spot in a text. */
export interface TextPlace {
  line: number;
  column: number;
}

/** The line and column of an offset. */
export function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, Math.max(0, offset));
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}
