// Owns the application of hunks to a document. Context lines stay as the file has them; only removed
// and added lines make a change, and added lines end as most lines of the file do.

import { diffDocuments } from "../document/diff-documents.ts";
import { spliceDocument, type Splice } from "../document/splice-document.ts";
import type { TextDocument } from "../document/text-document.ts";
import type { FuzzyOptions } from "../match/describe-match.ts";
import { refuse, refuseUnchanged, type EditOutcome, type Refusal } from "../outcome.ts";
import { locateHunk, oldTexts, type LocatedHunk } from "./locate-hunk.ts";
import { parseHunks, type Hunk } from "./parse-hunks.ts";

export interface PatchOptions {
  /** Accept places that are only similar, when exactly one is; off when absent. */
  readonly fuzzy?: FuzzyOptions;
}

/** Applies the hunks of a diff, which must be in the order of the file. */
export function applyHunks(
  document: TextDocument,
  path: string,
  diff: string,
  options: PatchOptions = {},
): EditOutcome {
  const parsed = parseHunks(diff);
  if (!parsed.ok) return refuse("syntax", parsed.message);
  const splices: Splice[] = [];
  const warnings: string[] = [];
  let from = 0;
  for (const hunk of parsed.hunks) {
    const place = locateHunk(document, hunk, { path, from, ...options });
    if (!place.ok) return place;
    splices.push(...toSplices(place));
    if (place.similarity !== undefined) warnings.push(describeSimilar(place, place.similarity));
    from = place.index + oldTexts(place.lines).length;
  }
  const spliced = spliceDocument(document, splices);
  if (!spliced.ok) return spliced;
  const outcome = { ...spliced, warnings };
  const final = parsed.hunks.at(-1)?.unterminated;
  const finished = final === undefined ? outcome : finishEnd(document, path, outcome, final);
  return finished.ok && finished.changes.length === 0 ? refuseUnchanged(path) : finished;
}

function toSplices({ index, lines }: LocatedHunk): Splice[] {
  const splices: Splice[] = [];
  let at = index;
  let open: { start: number; deleteCount: number; insert: string[] } | undefined;
  const close = () => {
    if (open !== undefined) splices.push({ ...open, endings: "dominant" });
    open = undefined;
  };
  for (const { kind, text } of lines) {
    if (kind === "context") {
      close();
      at++;
      continue;
    }
    open ??= { start: at, deleteCount: 0, insert: [] };
    if (kind === "add") open.insert.push(text);
    else {
      open.deleteCount++;
      at++;
    }
  }
  close();
  return splices;
}

/** Honours `\ No newline at end of file`: the old claim must be true, the new one becomes true. */
function finishEnd(
  before: TextDocument,
  path: string,
  outcome: Extract<EditOutcome, { ok: true }>,
  claim: NonNullable<Hunk["unterminated"]>,
): EditOutcome {
  if (claim.old === before.endsWithBreak) {
    const state = before.endsWithBreak ? "ends" : "does not end";
    return refuseEnd(`${path} ${state} with a line break, unlike the diff says.`);
  }
  const { document } = outcome;
  if (document.isEmpty || claim.new !== document.endsWithBreak) return outcome;
  const last = document.lines.length - 1;
  const splice: Splice = claim.new
    ? { start: last, deleteCount: 1, insert: [], endings: "dominant" }
    : { start: last + 1, deleteCount: 0, insert: [""], endings: "dominant" };
  const ended = spliceDocument(document, [splice]);
  if (!ended.ok) return ended;
  return { ...outcome, document: ended.document, changes: diffDocuments(before, ended.document) };
}

function refuseEnd(message: string): Refusal {
  return refuse("no-match", message);
}

function describeSimilar(place: LocatedHunk, similarity: number): string {
  return `A hunk was not found exactly; it was applied at line ${place.index + 1}, which is ${Math.round(similarity * 100)}% similar.`;
}
