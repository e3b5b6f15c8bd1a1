// Owns the search for runs of lines in a document: exact, similar, or the closest there is. It finds
// places; which of them is meant, and whether one is enough, the engines decide.

import type { TextDocument } from "../document/text-document.ts";
import { compareRuns, reduceLine, type WorkBudget } from "./similarity.ts";

/** A run of lines that is like the one looked for; `line` counts from 1. */
export interface SimilarPlace {
  readonly line: number;
  readonly similarity: number;
}

const HINT_UNITS = 10_000_000;
const FUZZY_UNITS = 100_000_000;

/** Indexes (from 0, not below `from`) at which `texts` stand line for line. */
export function findExactLines(
  document: TextDocument,
  texts: readonly string[],
  from = 0,
): number[] {
  const { lines, contentLineCount } = document;
  const [first] = texts;
  const places: number[] = [];
  if (first === undefined) return places;
  for (let index = from; index + texts.length <= contentLineCount; index++) {
    if (lines[index]?.text !== first) continue;
    if (texts.every((text, offset) => lines[index + offset]?.text === text)) places.push(index);
  }
  return places;
}

/** All runs at least as similar as `threshold`; empty when there is too much text to be sure. */
export function findSimilarLines(
  document: TextDocument,
  texts: readonly string[],
  threshold: number,
  from = 0,
): SimilarPlace[] {
  const places: SimilarPlace[] = [];
  const search = { from, units: FUZZY_UNITS, floor: () => threshold };
  const isComplete = scoreRuns(document, texts, search, (place) => {
    places.push(place);
  });
  return isComplete ? places : [];
}

/** The run most like `texts`, the first of equals; undefined when the document is too short. */
export function findClosestLines(
  document: TextDocument,
  texts: readonly string[],
): SimilarPlace | undefined {
  let best: SimilarPlace | undefined;
  const floor = () => (best === undefined ? 0 : best.similarity + Number.EPSILON);
  scoreRuns(document, texts, { from: 0, units: HINT_UNITS, floor }, (place) => {
    best = place;
  });
  return best;
}

interface RunSearch {
  readonly from: number;
  readonly units: number;
  /** Similarity below which a run is of no interest. */
  readonly floor: () => number;
}

/** Reports every run that reaches the floor; false when the work had to be cut short. */
function scoreRuns(
  document: TextDocument,
  texts: readonly string[],
  search: RunSearch,
  report: (place: SimilarPlace) => void,
): boolean {
  const budget: WorkBudget = { unitsLeft: search.units };
  const wanted = texts.map(reduceLine);
  const found = document.lines.map((line) => reduceLine(line.text));
  const last = document.contentLineCount - texts.length;
  for (let index = search.from; index <= last; index++) {
    const similarity = compareRuns(wanted, found, index, search.floor(), budget);
    if (similarity === undefined) return false;
    if (similarity >= search.floor()) report({ line: index + 1, similarity });
  }
  return true;
}
