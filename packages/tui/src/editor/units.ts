/** The characters of a line as a cursor steps over them: graphemes, and paste markers as one. */
import { graphemes, isPlainAscii } from "../text/graphemes.ts";
import { findMarkers, type Pastes } from "./paste-marker.ts";

/** One step of the cursor. */
export interface Unit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The units of a line, in order and without gaps. */
export function unitsOf(line: string, pastes: Pastes): Unit[] {
  const units: Unit[] = [];
  let at = 0;
  for (const { start, end } of findMarkers(line, pastes)) {
    pushGraphemes(line.slice(at, start), at, units);
    units.push({ text: line.slice(start, end), start, end });
    at = end;
  }
  pushGraphemes(line.slice(at), at, units);
  return units;
}

function pushGraphemes(text: string, offset: number, units: Unit[]): void {
  let start = offset;
  for (const grapheme of graphemes(text)) {
    units.push({ text: grapheme, start, end: start + grapheme.length });
    start += grapheme.length;
  }
}

/** True when every step over this line is one UTF-16 unit. */
function isSimple(line: string): boolean {
  return isPlainAscii(line) && !line.includes("[Paste #");
}

/** The boundary before a column. */
export function previousBoundary(line: string, column: number, pastes: Pastes): number {
  if (isSimple(line)) return Math.max(0, column - 1);
  return unitsOf(line, pastes).findLast((unit) => unit.start < column)?.start ?? 0;
}

/** The boundary after a column. */
export function nextBoundary(line: string, column: number, pastes: Pastes): number {
  if (isSimple(line)) return Math.min(line.length, column + 1);
  return unitsOf(line, pastes).find((unit) => unit.end > column)?.end ?? line.length;
}

/** The column itself, or the end of the character it lies in. */
export function snapToBoundary(line: string, column: number, pastes: Pastes): number {
  if (column >= line.length) return line.length;
  if (isSimple(line)) return column;
  const inside = unitsOf(line, pastes).find((unit) => unit.start < column && column < unit.end);
  return inside?.end ?? column;
}

type WordClass = "space" | "word" | "other" | "marker";

function classOf(unit: Unit): WordClass {
  if (unit.text.length > 8 && unit.text.startsWith("[Paste #")) return "marker";
  if (/^\s/u.test(unit.text)) return "space";
  return /^[\p{L}\p{N}\p{M}_]/u.test(unit.text) ? "word" : "other";
}

/** Where a move by one word to the left ends: spaces are skipped, then one run of like characters. */
export function wordStartBefore(line: string, column: number, pastes: Pastes): number {
  const before = unitsOf(line, pastes).filter((unit) => unit.end <= column);
  while (before.length > 0 && isClass(before.at(-1), "space")) before.pop();
  const last = before.pop();
  if (last === undefined) return 0;
  let { start } = last;
  const kind = runClassOf(last);
  while (isClass(before.at(-1), kind)) start = before.pop()?.start ?? start;
  return start;
}

/** Where a move by one word to the right ends: spaces are skipped, then one run of like characters. */
export function wordEndAfter(line: string, column: number, pastes: Pastes): number {
  const after = unitsOf(line, pastes)
    .filter((unit) => unit.start >= column)
    .reverse();
  while (after.length > 0 && isClass(after.at(-1), "space")) after.pop();
  const first = after.pop();
  if (first === undefined) return line.length;
  let { end } = first;
  const kind = runClassOf(first);
  while (isClass(after.at(-1), kind)) end = after.pop()?.end ?? end;
  return end;
}

/** The class of the run that a unit starts; a marker is a run by itself. */
function runClassOf(unit: Unit): WordClass | undefined {
  const kind = classOf(unit);
  return kind === "marker" ? undefined : kind;
}

function isClass(unit: Unit | undefined, kind: WordClass | undefined): boolean {
  return unit !== undefined && classOf(unit) === kind;
}
