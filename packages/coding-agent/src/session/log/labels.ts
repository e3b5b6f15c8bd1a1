// The labels of a session's entries: of several for one entry the last one written counts.
import type { EntryRef } from "./entry-index.ts";
import type { SessionLog } from "./session-log.ts";

/** Labels by the id of the entry they stand at. */
export function labelsOf(log: SessionLog): Map<string, string> {
  const labels = new Map<string, string>();
  for (let ordinal = 0; ordinal < log.count; ordinal++) {
    if (log.index.typeAt(ordinal) !== "label") continue;
    const entry = log.read(log.index.at(ordinal) as EntryRef);
    if (entry?.type !== "label") continue;
    if (entry.label) labels.set(entry.targetId, entry.label);
    else labels.delete(entry.targetId);
  }
  return labels;
}
