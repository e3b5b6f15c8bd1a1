// Owns the comparison of a payload with the lines next to the place it goes to.

import type { TextDocument } from "../document/text-document.ts";

/** How many leading payload lines equal the lines directly above line `start`. */
export function countEchoAbove(
  document: TextDocument,
  start: number,
  payload: readonly string[],
): number {
  return findLongestEcho(Math.min(payload.length, start - 1), (count) =>
    isEqualRun(document, start - count, payload.slice(0, count)),
  );
}

/** How many trailing payload lines equal the lines directly below line `end`. */
export function countEchoBelow(
  document: TextDocument,
  end: number,
  payload: readonly string[],
): number {
  const available = document.contentLineCount - end;
  return findLongestEcho(Math.min(payload.length, available), (count) =>
    isEqualRun(document, end + 1, payload.slice(payload.length - count)),
  );
}

function findLongestEcho(limit: number, isEcho: (count: number) => boolean): number {
  for (let count = Math.min(limit, MAX_ECHO_LINES); count > 0; count--) {
    if (isEcho(count)) return count;
  }
  return 0;
}

const MAX_ECHO_LINES = 64;

function isEqualRun(document: TextDocument, firstLine: number, texts: readonly string[]): boolean {
  return texts.every((text, offset) => document.lines[firstLine - 1 + offset]?.text === text);
}
