// Owns the text a model gets back for a patch or apply_patch call that was written.

import type { EditPlan, FileSummary } from "../multi-file/edit-plan.ts";

/** One line per file, and the warnings at the end. */
export function describePatch(plan: EditPlan): string {
  const lines = plan.files.map(describeFile);
  const warnings = [...plan.warnings, ...plan.files.flatMap((file) => file.warnings)];
  return warnings.length === 0
    ? lines.join("\n")
    : [...lines, "", "Warnings:", ...warnings].join("\n");
}

function describeFile({ op, path, movedTo }: FileSummary): string {
  return movedTo === undefined ? `${PAST[op]} ${path}` : `Updated and moved ${path} to ${movedTo}`;
}

const PAST = { create: "Created", delete: "Deleted", update: "Updated" } as const;
