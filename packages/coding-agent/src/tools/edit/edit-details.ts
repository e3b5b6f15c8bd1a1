// What is kept of an edit beside the text for the model: per file what it did, as data for views.
import { findChangedRange } from "@oh-my-pi/pi-edit/outcome";
import { formatDiff, FULL_DIFF } from "@oh-my-pi/pi-edit/format-diff";
import type { EditPlan, FileSummary } from "@oh-my-pi/pi-edit/multi-file/plan";

/** One file of an edit. */
export interface FileResult {
  readonly path: string;
  readonly op: FileSummary["op"];
  readonly diff: string;
  readonly firstChangedLine?: number;
  readonly move?: string;
}

export interface EditDetails extends FileResult {
  readonly meta: { readonly source: { readonly type: "path"; readonly value: string } };
  /** All files, when there are several. */
  readonly perFileResults?: readonly FileResult[];
}

/** Lines of a diff that are kept; views of longer ones say so. */
const MAX_DIFF_LINES = 2000;

/** Describes a plan that was carried out. */
export function editDetails(plan: EditPlan, resolve: (path: string) => string): EditDetails {
  const results = plan.files.map(fileResult);
  const first = results[0] ?? { path: "", op: "update", diff: "" };
  return {
    ...first,
    diff: results.map(({ diff }) => diff).join("\n"),
    meta: { source: { type: "path", value: resolve(first.path) } },
    ...(results.length > 1 && { perFileResults: results }),
  };
}

function fileResult({ path, op, after, changes, movedTo }: FileSummary): FileResult {
  const range = findChangedRange(changes);
  return {
    path,
    op,
    diff: after === undefined ? "" : boundLines(formatDiff(after, changes, FULL_DIFF)),
    ...(range !== undefined && op === "update" && { firstChangedLine: range.startLine }),
    ...(range !== undefined && op === "create" && { firstChangedLine: 1 }),
    ...(movedTo !== undefined && { move: movedTo }),
  };
}

function boundLines(diff: string): string {
  const lines = diff.split("\n");
  if (lines.length <= MAX_DIFF_LINES) return diff;
  return [...lines.slice(0, MAX_DIFF_LINES), "..."].join("\n");
}
