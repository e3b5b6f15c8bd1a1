// Owns the text a model gets back for a hashline edit that was written.

import { formatDiff } from "../display/format-diff.ts";
import type { EditPlan, FileSummary } from "../multi-file/edit-plan.ts";

/** One block per file, `path:` with a compact diff, and the warnings at the end. */
export function describeHashline(plan: EditPlan): string {
  const blocks = plan.files.map(describeFile);
  const warnings = [...plan.warnings, ...plan.files.flatMap((file) => file.warnings)];
  if (warnings.length > 0) blocks.push(["Warnings:", ...warnings].join("\n"));
  return blocks.join("\n\n");
}

function describeFile({ op, path, after, changes }: FileSummary): string {
  const diff = after === undefined ? "" : formatDiff(after, changes);
  if (diff !== "") return `${path}:\n${diff}`;
  return op === "create" ? `Created ${path}` : `Updated ${path}`;
}
