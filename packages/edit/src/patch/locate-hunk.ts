// Owns where a hunk goes in a document: all its old lines must be there, and the anchors, numbers and
// end mark it carries must leave exactly one place.

import type { TextDocument } from "../document/text-document.ts";
import {
  describeMissingHunk,
  describeOccurrences,
  type FuzzyOptions,
} from "../match/describe-match.ts";
import { findExactLines, findSimilarLines } from "../match/find-lines.ts";
import { refuse, type Refusal } from "../outcome.ts";
import type { Hunk, HunkLine } from "./parse-hunks.ts";

/** The hunk's lines without spacing, at `index` (from 0) of the document. */
export interface LocatedHunk {
  readonly ok: true;
  readonly index: number;
  readonly lines: readonly HunkLine[];
  /** Set when the place is only similar. */
  readonly similarity?: number;
}

export interface LocateOptions {
  readonly path: string;
  /** First line that earlier hunks have not used, from 0. */
  readonly from: number;
  readonly fuzzy?: FuzzyOptions;
}

/** Finds the one place of a hunk. */
export function locateHunk(
  document: TextDocument,
  hunk: Hunk,
  options: LocateOptions,
): LocatedHunk | Refusal {
  // Empty lines at the end of a hunk are context where they match, and spacing otherwise.
  const unspaced =
    hunk.trailingBlanks === 0 ? hunk.lines : hunk.lines.slice(0, -hunk.trailingBlanks);
  if (oldTexts(unspaced).length === 0)
    return locateInsertion(document, { ...hunk, lines: unspaced }, options);
  const variants = hunk.trailingBlanks === 0 ? [hunk.lines] : [hunk.lines, unspaced];
  for (const lines of variants) {
    const places = findExactLines(document, oldTexts(lines), options.from);
    const chosen = choosePlaces(document, hunk, oldTexts(lines).length, places, options.from);
    const [index] = chosen;
    if (index !== undefined && chosen.length === 1) return { ok: true, index, lines };
    if (chosen.length > 1) return refuseAmbiguous(document, chosen);
    const [elsewhere] = places;
    if (elsewhere !== undefined) {
      return refuse(
        "no-match",
        `A hunk of ${options.path} is marked as the end of the file, but its lines stand at line ${elsewhere + 1}.`,
      );
    }
  }
  return locateSimilar(document, hunk, variants.at(-1) ?? [], options);
}

/** Texts that must be in the document for the hunk to apply. */
export function oldTexts(lines: readonly HunkLine[]): string[] {
  return lines.filter((line) => line.kind !== "add").map((line) => line.text);
}

function choosePlaces(
  document: TextDocument,
  hunk: Hunk,
  length: number,
  places: number[],
  from: number,
): number[] {
  if (hunk.isAtEnd || hunk.unterminated !== undefined) {
    return places.filter((index) => index + length === document.contentLineCount);
  }
  if (hunk.oldStart !== undefined && places.includes(hunk.oldStart - 1)) return [hunk.oldStart - 1];
  if (places.length < 2 || hunk.anchors.length === 0) return places;
  const below = findAnchors(document, hunk.anchors, from).flatMap(
    (anchor) => places.find((index) => index >= anchor) ?? [],
  );
  return below.length === 0 ? places : [...new Set(below)];
}

/** Lines (from 0) of the innermost anchor, each reached through the anchors before it. */
function findAnchors(document: TextDocument, anchors: readonly string[], from: number): number[] {
  const [anchor, ...inner] = anchors;
  if (anchor === undefined) return [];
  const places: number[] = [];
  for (let index = from; index < document.contentLineCount; index++) {
    if (document.lines[index]?.text.trim() !== anchor) continue;
    if (inner.length === 0) places.push(index);
    else places.push(...findAnchors(document, inner, index + 1).slice(0, 1));
  }
  return [...new Set(places)];
}

/** A hunk that only adds goes below its anchor, to its line number, or to the end of the file. */
function locateInsertion(
  document: TextDocument,
  hunk: Hunk,
  options: LocateOptions,
): LocatedHunk | Refusal {
  const { lines } = hunk;
  const end = document.contentLineCount;
  if (hunk.anchors.length > 0 && !hunk.isAtEnd) {
    const anchors = findAnchors(document, hunk.anchors, options.from);
    const [index] = anchors;
    if (anchors.length > 1) return refuseAmbiguous(document, anchors);
    if (index === undefined) {
      const wanted = hunk.anchors.at(-1) ?? "";
      return refuse("no-match", describeMissingHunk(document, options.path, [wanted]));
    }
    return { ok: true, index: index + 1, lines };
  }
  const index = hunk.oldStart === undefined || hunk.isAtEnd ? end : Math.max(hunk.oldStart - 1, 0);
  if (index < options.from || index > end) {
    return refuse(
      "missing-line",
      `A hunk of ${options.path} starts at line ${index + 1}, which is not below the hunk before it or not in the file (${end} lines).`,
    );
  }
  return { ok: true, index, lines };
}

function locateSimilar(
  document: TextDocument,
  hunk: Hunk,
  lines: readonly HunkLine[],
  { path, from, fuzzy }: LocateOptions,
): LocatedHunk | Refusal {
  const wanted = oldTexts(lines);
  const similar =
    fuzzy === undefined ? [] : findSimilarLines(document, wanted, fuzzy.threshold, from);
  const chosen = choosePlaces(
    document,
    hunk,
    wanted.length,
    similar.map((place) => place.line - 1),
    from,
  );
  const [index] = chosen;
  if (index === undefined) return refuse("no-match", describeMissingHunk(document, path, wanted));
  if (chosen.length > 1) return refuseAmbiguous(document, chosen);
  const similarity = similar.find((place) => place.line === index + 1)?.similarity ?? 0;
  return { ok: true, index, lines, similarity };
}

function refuseAmbiguous(document: TextDocument, indexes: readonly number[]): Refusal {
  const lines = indexes.map((index) => index + 1);
  return refuse("ambiguous", describeOccurrences(document, lines));
}
