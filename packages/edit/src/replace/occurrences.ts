// Owns the way between positions in a text and lines of a document: where a text occurs, and which
// lines change when it is replaced there.

import type { Splice } from "../document/splice-document.ts";
import type { TextDocument } from "../document/text-document.ts";

/** A place in a document; lines and columns count from 0, the end is exclusive. */
export interface Occurrence {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Every place of `wanted`, in which `\n` stands for any line break. */
export function findOccurrences(
  document: TextDocument,
  wanted: string,
  { overlapping }: { readonly overlapping: boolean },
): Occurrence[] {
  const text = document.lines.map((line) => line.text).join("\n");
  const locate = makeLocator(document);
  const places: Occurrence[] = [];
  const stride = overlapping ? 1 : wanted.length;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + stride)) {
    const start = locate(at);
    const end = locate(at + wanted.length);
    places.push({
      startLine: start.line,
      startColumn: start.column,
      endLine: end.line,
      endColumn: end.column,
    });
  }
  return places;
}

/** Splices that put `newText` at places that do not overlap; places on shared lines become one splice. */
export function toLineSplices(
  document: TextDocument,
  places: readonly Occurrence[],
  newText: string,
): Splice[] {
  const splices: Splice[] = [];
  let group: Occurrence[] = [];
  for (const place of places) {
    const previous = group.at(-1);
    if (previous !== undefined && place.startLine > previous.endLine) {
      splices.push(toSplice(document, group, newText));
      group = [];
    }
    group.push(place);
  }
  if (group.length > 0) splices.push(toSplice(document, group, newText));
  return splices;
}

function toSplice(document: TextDocument, group: readonly Occurrence[], newText: string): Splice {
  const start = group[0]?.startLine ?? 0;
  const end = group.at(-1)?.endLine ?? start;
  const pieces: string[] = [];
  let line = start;
  let column = 0;
  for (const place of group) {
    pieces.push(sliceText(document, line, column, place.startLine, place.startColumn), newText);
    [line, column] = [place.endLine, place.endColumn];
  }
  pieces.push(document.lines[end]?.text.slice(column) ?? "");
  return {
    start,
    deleteCount: end - start + 1,
    insert: pieces.join("").split("\n"),
    endings: "replaced",
  };
}

function sliceText(
  document: TextDocument,
  line: number,
  column: number,
  endLine: number,
  endColumn: number,
) {
  const texts = document.lines.slice(line, endLine + 1).map((entry) => entry.text);
  const last = texts.length - 1;
  return texts
    .map((text, index) =>
      text.slice(index === 0 ? column : 0, index === last ? endColumn : undefined),
    )
    .join("\n");
}

/** A function from offsets in the joined text to lines and columns. */
function makeLocator(document: TextDocument) {
  const { lines } = document;
  const starts: number[] = [];
  let next = 0;
  for (const line of lines) {
    starts.push(next);
    next += line.text.length + 1;
  }
  return (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: offset - (starts[low] ?? 0) };
  };
}
