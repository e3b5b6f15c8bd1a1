// Owns the closed answer of every engine: a new document with what changed, or a refusal with its reason.

import type { Line } from "./document/line.ts";
import type { TextDocument } from "./document/text-document.ts";

/** Why nothing was changed. The message is written for the model; the reason is for programs. */
export type RefusalReason =
  | "syntax"
  | "missing-hash"
  | "stale"
  | "missing-line"
  | "no-match"
  | "ambiguous"
  | "no-change"
  | "unencodable"
  | "undecodable"
  | "line-endings"
  | "file-missing"
  | "file-exists"
  | "not-a-file"
  | "generated"
  | "same-path"
  | "no-files"
  | "changed-on-disk"
  | "write-failed";

/** Nothing was changed. */
export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly message: string;
}

/** A run of lines that became another; line numbers count from 1, in the old and the new document. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldLines: readonly Line[];
  readonly newStart: number;
  readonly newLines: readonly Line[];
}

/** An edit of one document that was carried out exactly as asked. */
export interface Edited {
  readonly ok: true;
  readonly document: TextDocument;
  readonly changes: readonly LineChange[];
  readonly warnings: readonly string[];
}

/** The answer of an engine for one document. */
export type EditOutcome = Edited | Refusal;

/** Lines of the new document that hold all changes; a pure deletion gives the line that followed it. */
export interface ChangedRange {
  readonly startLine: number;
  readonly endLine: number;
}

export function refuse(reason: RefusalReason, message: string): Refusal {
  return { ok: false, reason, message };
}

/** The refusal of an edit that would leave `path` as it is. */
export function refuseUnchanged(path: string): Refusal {
  return refuse("no-change", `Edits to ${path} resulted in no changes being made.`);
}

/** Where the changes are in the new document; undefined when there are none. */
export function findChangedRange(changes: readonly LineChange[]): ChangedRange | undefined {
  const first = changes[0];
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const endLine = last.newStart + Math.max(last.newLines.length, 1) - 1;
  return { startLine: first.newStart, endLine };
}
