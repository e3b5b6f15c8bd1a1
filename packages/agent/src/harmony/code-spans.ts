// Finds quoted code in text, where protocol markers are being talked about and not leaking.

/** Half-open range of character positions. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const INLINE_CODE = /(`+)[^`\n]+\1(?!`)/g;

/** Fenced blocks, markers included, in one pass; an open fence reaches to the end. */
export function fencedSpans(text: string, fences: RegExp = FENCE): Span[] {
  const spans: Span[] = [];
  let open: { start: number; marker: string } | undefined;
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed === -1 ? text.length : lineFeed + 1;
    const marker = fences.exec(text.slice(start, Math.min(end, start + 64)))?.[1];
    if (marker !== undefined && open === undefined) open = { start, marker };
    else if (marker !== undefined && open !== undefined && closes(marker, open.marker)) {
      spans.push({ start: open.start, end });
      open = undefined;
    }
    start = end;
  }
  if (open !== undefined) spans.push({ start: open.start, end: text.length });
  return spans;
}

/** Code between backticks within a line. */
export function inlineSpans(text: string): Span[] {
  return Array.from(text.matchAll(INLINE_CODE), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Whether a position lies in one of the spans, which are in order. */
export function isInside(spans: readonly Span[], position: number): boolean {
  return spans.some((span) => span.start <= position && position < span.end);
}

function closes(marker: string, opening: string): boolean {
  return marker[0] === opening[0] && marker.length >= opening.length;
}
