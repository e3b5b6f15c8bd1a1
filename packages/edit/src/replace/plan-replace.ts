// Owns the preflight of a `replace` call: one file, all edits or none, and the words for its result.

import type { FileLookup } from "../multi-file/file-system.ts";
import type { PlanOutcome } from "../multi-file/edit-plan.ts";
import { WorkingTree, type TreeOptions } from "../multi-file/working-tree.ts";
import { refuse } from "../outcome.ts";
import { applyReplace, type ReplaceEdit, type ReplaceOptions } from "./apply-replace.ts";

/** Arguments of the `replace` variant. */
export interface ReplaceCall {
  readonly path: string;
  readonly edits: readonly ReplaceEdit[];
}

/** A plan with the sentence that reports it. */
export type ReplacePlanOutcome =
  | (Extract<PlanOutcome, { ok: true }> & { readonly text: string })
  | Extract<PlanOutcome, { ok: false }>;

/** Plans the edits of one file. */
export function planReplace(
  call: ReplaceCall,
  lookup: FileLookup,
  options: TreeOptions & ReplaceOptions = {},
): ReplacePlanOutcome {
  const { path, edits } = call;
  if (edits.length === 0) return refuse("syntax", "edits must not be empty.");
  const tree = new WorkingTree(lookup, options);
  const opened = tree.open(path);
  if (!opened.ok) return opened;
  const outcome = applyReplace(opened.document, tree.describe(path), edits, options);
  if (!outcome.ok) return outcome;
  const problem = tree.write(path, outcome.document);
  if (problem !== undefined) return problem;
  const { document: after, changes, warnings, replacements } = outcome;
  const summary = {
    op: "update",
    path,
    before: opened.document,
    after,
    changes,
    warnings,
  } as const;
  const what = replacements === 1 ? "text" : `${replacements} occurrences`;
  return {
    ok: true,
    plan: { steps: tree.steps(), files: [summary], warnings: [] },
    text: `Successfully replaced ${what} in ${path}.`,
  };
}
