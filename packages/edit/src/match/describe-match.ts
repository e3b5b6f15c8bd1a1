// Owns the words for a text that was not found, or was found more than once.

import { cutLine } from "../display/anchored-lines.ts";
import type { TextDocument } from "../document/text-document.ts";
import { findClosestLines } from "./find-lines.ts";

/** Fuzzy matching is opt-in: without it only equal text is replaced. */
export interface FuzzyOptions {
  /** Similarity from 0 to 1 that counts as a match. */
  readonly threshold: number;
}

const DEFAULT_THRESHOLD = 0.95;
const MAX_COLUMNS = 512;
const MAX_EXCERPTS = 5;

/** Head line, the closest line pair, and why it was not taken. */
export function describeNoMatch(
  document: TextDocument,
  path: string,
  texts: readonly string[],
  fuzzy: FuzzyOptions | undefined,
): string {
  const head = `Could not find a close enough match in ${path}.`;
  const closest = findClosestLines(document, texts);
  if (closest === undefined) return head;
  const found = document.lines.slice(closest.line - 1, closest.line - 1 + texts.length);
  const differing = texts.findIndex((text, index) => text !== found[index]?.text);
  const shown = Math.max(differing, 0);
  return [
    head,
    "",
    `Closest match (${toPercent(closest.similarity)} similar) at line ${closest.line}:`,
    `  - ${cutLine(texts[shown] ?? "", MAX_COLUMNS)}`,
    `  + ${cutLine(found[shown]?.text ?? "", MAX_COLUMNS)}`,
    describeThreshold(closest.similarity, fuzzy),
  ].join("\n");
}

/** One line, then the lines that were found instead, with their numbers. */
export function describeMissingHunk(
  document: TextDocument,
  path: string,
  texts: readonly string[],
): string {
  const head = `Could not find a close enough match in ${path}.`;
  const closest = findClosestLines(document, texts);
  if (closest === undefined) return head;
  const found = document.lines
    .slice(closest.line - 1, closest.line - 1 + texts.length)
    .map((line, index) => ` ${closest.line + index}:${cutLine(line.text, MAX_COLUMNS)}`);
  const summary = `${head} Closest match (${toPercent(closest.similarity)} similar) at line ${closest.line}.`;
  return [summary, "", ...found].join("\n");
}

/** Says how often something was found, with an excerpt of the first places; `lines` count from 1. */
export function describeOccurrences(document: TextDocument, lines: readonly number[]): string {
  const excerpts = lines
    .slice(0, MAX_EXCERPTS)
    .map((line) => `  ${line}:${cutLine(document.lines[line - 1]?.text ?? "", MAX_COLUMNS)}`);
  const rest = lines.length - excerpts.length;
  return [
    `Found ${lines.length} occurrences:`,
    ...excerpts,
    ...(rest > 0 ? [`  ... and ${rest} more`] : []),
    "Add more context lines to disambiguate.",
  ].join("\n");
}

function describeThreshold(similarity: number, fuzzy: FuzzyOptions | undefined): string {
  const threshold = fuzzy?.threshold ?? DEFAULT_THRESHOLD;
  if (similarity < threshold) {
    return `Closest match was below the ${toPercent(threshold)} similarity threshold.`;
  }
  return fuzzy === undefined
    ? "Only exact matches are replaced; copy the text as it is in the file."
    : "More than one place is that similar; copy the text as it is in the file.";
}

function toPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
