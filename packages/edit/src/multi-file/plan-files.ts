// Owns what every kind of edit does with a working tree: open a text, let an engine change it, write it back; and all files of a
// call or none. What a change is, the engines know.

import type { TextDocument } from "../document/text-document.ts";
import type { EditOutcome, Refusal } from "../outcome.ts";
import type { FileSummary, PlanOutcome } from "./edit-plan.ts";
import type { WorkingTree } from "./working-tree.ts";

/** Changes the text of a file that is there. */
export function updateText(
  tree: WorkingTree,
  path: string,
  change: (before: TextDocument) => EditOutcome,
): FileSummary | Refusal {
  const opened = tree.open(path);
  if (!opened.ok) return opened;
  const before = opened.document;
  const outcome = change(before);
  if (!outcome.ok) return outcome;
  const { document: after, changes, warnings } = outcome;
  return tree.write(path, after) ?? { op: "update", path, before, after, changes, warnings };
}

/** Plans one target after the other, each on the result of those before it; the first refusal refuses all. */
export function planEach<Target>(
  tree: WorkingTree,
  targets: readonly Target[],
  planOne: (target: Target) => FileSummary | Refusal,
  warnings: readonly string[] = [],
): PlanOutcome {
  const files: FileSummary[] = [];
  for (const target of targets) {
    const summary = planOne(target);
    if ("reason" in summary) return summary;
    files.push(summary);
  }
  return { ok: true, plan: { steps: tree.steps(), files, warnings } };
}
