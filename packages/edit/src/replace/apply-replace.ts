// Owns the replacement of text by text: old text must be found exactly, and once unless all of its
// places are meant. Line breaks of any kind match one another; the file's own stay.

import { diffDocuments } from "../document/diff-documents.ts";
import { spliceDocument, type SpliceOutcome } from "../document/splice-document.ts";
import type { TextDocument } from "../document/text-document.ts";
import {
  describeNoMatch,
  describeOccurrences,
  type FuzzyOptions,
} from "../match/describe-match.ts";
import { findSimilarLines } from "../match/find-lines.ts";
import { refuse, refuseUnchanged, type Edited, type Refusal } from "../outcome.ts";
import { findOccurrences, toLineSplices } from "./occurrences.ts";

/** One replacement, as the model writes it. */
export interface ReplaceEdit {
  readonly old_text: string;
  readonly new_text: string;
  readonly all?: boolean;
}

export interface ReplaceOptions {
  /** Accept lines that are only similar, when exactly one place is; off when absent. */
  readonly fuzzy?: FuzzyOptions;
}

/** The edited document and how many places were replaced. */
export type ReplaceOutcome = (Edited & { readonly replacements: number }) | Refusal;

/** Applies the edits one after the other; all of them or none. */
export function applyReplace(
  document: TextDocument,
  path: string,
  edits: readonly ReplaceEdit[],
  options: ReplaceOptions = {},
): ReplaceOutcome {
  const warnings: string[] = [];
  let current = document;
  let replacements = 0;
  for (const [index, edit] of edits.entries()) {
    const step = replaceOnce(current, path, edit, options);
    if (!step.ok)
      return edits.length === 1 ? step : { ...step, message: `edits[${index}]: ${step.message}` };
    current = step.document;
    replacements += step.replacements;
    warnings.push(...step.warnings);
  }
  const changes = diffDocuments(document, current);
  if (changes.length === 0) return refuseUnchanged(path);
  return { ok: true, document: current, changes, warnings, replacements };
}

function replaceOnce(
  document: TextDocument,
  path: string,
  edit: ReplaceEdit,
  options: ReplaceOptions,
): ReplaceOutcome {
  const oldText = edit.old_text.replace(/\r\n?/gu, "\n");
  const newText = edit.new_text.replaceAll("\r\n", "\n");
  if (oldText === "") return refuse("syntax", "old_text must not be empty.");
  const found = findOccurrences(document, oldText, { overlapping: edit.all !== true });
  if (found.length > 1 && edit.all !== true) {
    return refuse(
      "ambiguous",
      describeOccurrences(
        document,
        found.map((place) => place.startLine + 1),
      ),
    );
  }
  if (found.length === 0) return replaceSimilar(document, path, oldText, newText, options);
  const splices = toLineSplices(document, found, newText);
  return toOutcome(spliceDocument(document, splices), found.length, []);
}

function replaceSimilar(
  document: TextDocument,
  path: string,
  oldText: string,
  newText: string,
  { fuzzy }: ReplaceOptions,
): ReplaceOutcome {
  const oldLines = oldText.replace(/\n$/u, "").split("\n");
  const places = fuzzy === undefined ? [] : findSimilarLines(document, oldLines, fuzzy.threshold);
  const [place] = places;
  if (place === undefined || places.length > 1) {
    return refuse("no-match", describeNoMatch(document, path, oldLines, fuzzy));
  }
  const insert = oldText.endsWith("\n") ? newText.replace(/\n$/u, "") : newText;
  const splice = {
    start: place.line - 1,
    deleteCount: oldLines.length,
    insert: insert === "" ? [] : insert.split("\n"),
    endings: "replaced",
  } as const;
  const warning = `old_text was not found exactly; the lines from ${place.line} on are ${Math.round(place.similarity * 100)}% similar and were replaced.`;
  return toOutcome(spliceDocument(document, [splice]), 1, [warning]);
}

function toOutcome(
  spliced: SpliceOutcome,
  replacements: number,
  warnings: readonly string[],
): ReplaceOutcome {
  if (!spliced.ok) return spliced;
  return { ok: true, document: spliced.document, changes: spliced.changes, replacements, warnings };
}
