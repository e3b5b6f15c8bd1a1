// Owns the preflight of a `replace` call: one file, all edits or none, and the words for its result.

import type { FileLookup } from "../multi-file/file-system.ts";
import type { PlanOutcome } from "../multi-file/edit-plan.ts";
import { planEach, updateText } from "../multi-file/plan-files.ts";
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
  let replacements = 0;
  const planned = planEach(tree, [path], () =>
    updateText(tree, path, (before) => {
      const outcome = applyReplace(before, tree.describe(path), edits, options);
      if (outcome.ok) replacements = outcome.replacements;
      return outcome;
    }),
  );
  if (!planned.ok) return planned;
  const what = replacements === 1 ? "text" : `${replacements} occurrences`;
  return { ...planned, text: `Successfully replaced ${what} in ${path}.` };
}
