// Owns the preflight of file operations that carry diffs: update, create, delete, move. Shared by the
// patch and apply_patch variants; every operation is tried in memory before any may be written.

import { TextDocument } from "../document/text-document.ts";
import type { FileSummary, PlanOutcome } from "../multi-file/edit-plan.ts";
import type { FileLookup } from "../multi-file/file-system.ts";
import { planEach, updateText } from "../multi-file/plan-files.ts";
import { WorkingTree, type TreeOptions } from "../multi-file/working-tree.ts";
import { refuse, type Refusal } from "../outcome.ts";
import { normalizePath } from "../path/edit-path.ts";
import { applyHunks, type PatchOptions } from "./apply-hunks.ts";

/** One operation of a `patch` call. */
export interface PatchEdit {
  readonly op?: "update" | "create" | "delete";
  /** New path of an updated file. */
  readonly rename?: string;
  /** Hunks for an update, the whole content for a creation. */
  readonly diff?: string;
}

/** An operation with its file. */
export interface FilePatch extends PatchEdit {
  readonly path: string;
}

export type PatchPlanOptions = TreeOptions & PatchOptions;

/** Plans operations in order, each on the result of those before it; all of them or none. */
export function planPatch(
  patches: readonly FilePatch[],
  lookup: FileLookup,
  options: PatchPlanOptions = {},
): PlanOutcome {
  if (patches.length === 0) return refuse("no-files", "No files were modified.");
  const tree = new WorkingTree(lookup, options);
  return planEach(tree, patches, (patch) => planOne(tree, patch, options));
}

function planOne(
  tree: WorkingTree,
  patch: FilePatch,
  options: PatchOptions,
): FileSummary | Refusal {
  if (patch.rename !== undefined && patch.op !== undefined && patch.op !== "update") {
    return refuse("syntax", `rename is for updates; ${patch.path} is to be ${patch.op}d`);
  }
  if (patch.op === "create") return createFile(tree, patch);
  return patch.op === "delete" ? deleteFile(tree, patch) : updateFile(tree, patch, options);
}

function createFile(tree: WorkingTree, { path, diff }: FilePatch): FileSummary | Refusal {
  if (diff === undefined) return refuse("syntax", "Create operation requires diff (file content)");
  const after = TextDocument.fromText(diff);
  const problem = tree.create(path, after);
  if (problem !== undefined) return problem;
  const change = { oldStart: 1, oldLines: [], newStart: 1, newLines: after.lines };
  return { op: "create", path, after, changes: [change], warnings: [] };
}

function deleteFile(tree: WorkingTree, { path }: FilePatch): FileSummary | Refusal {
  const problem = tree.check(path);
  if (problem !== undefined) return problem;
  const opened = tree.open(path);
  tree.remove(path);
  const summary = { op: "delete", path, changes: [], warnings: [] } as const;
  return opened.ok ? { ...summary, before: opened.document } : summary;
}

function updateFile(
  tree: WorkingTree,
  patch: FilePatch,
  options: PatchOptions,
): FileSummary | Refusal {
  const { path, rename, diff = "" } = patch;
  if (rename !== undefined && normalizePath(rename) === normalizePath(path)) {
    return refuse("same-path", "rename path is the same as source path");
  }
  const isPureMove = rename !== undefined && diff.trim() === "";
  const summary = isPureMove ? summarizeMove(tree, path) : changeText(tree, path, diff, options);
  if ("reason" in summary || rename === undefined) return summary;
  return tree.move(path, rename) ?? { ...summary, movedTo: rename };
}

/** A file that only changes its path need not be text. */
function summarizeMove(tree: WorkingTree, path: string): FileSummary | Refusal {
  return tree.check(path) ?? { op: "update", path, changes: [], warnings: [] };
}

function changeText(
  tree: WorkingTree,
  path: string,
  diff: string,
  options: PatchOptions,
): FileSummary | Refusal {
  if (diff.trim() === "") return refuse("syntax", "Update operation requires diff (hunks)");
  return updateText(tree, path, (before) => applyHunks(before, tree.describe(path), diff, options));
}
