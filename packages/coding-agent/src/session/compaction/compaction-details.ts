// What a compaction entry says about itself beside its summary. Read with care: another program may have
// written it.
import type { FileLists } from "@oh-my-pi/pi-agent-core/compact/file-lists";

export interface CompactionDetails {
  readonly files: FileLists;
  readonly instructions: readonly string[];
}

/** The parts that are of the right form; empty lists for the rest. */
export function readDetails(details: unknown): CompactionDetails {
  const fields: Readonly<Record<string, unknown>> =
    typeof details === "object" && details !== null ? { ...details } : {};
  return {
    files: {
      readFiles: texts(fields["readFiles"]),
      modifiedFiles: texts(fields["modifiedFiles"]),
    },
    instructions: texts(fields["instructions"]),
  };
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is string => typeof item === "string");
}
