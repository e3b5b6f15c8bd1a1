// What a session remembers of the files it has shown: their texts, for edits that come late, and their
// merge conflicts. One for each session, shared by the tools that read and write.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import { ReadCache } from "@oh-my-pi/pi-edit/hashline/read-cache";
import { ConflictRegistry } from "./conflict-registry.ts";

/** Larger texts are shown but not remembered. */
const MAX_LINES = 50_000;

export interface FileMemory {
  /** Texts by absolute path. */
  readonly reads: ReadCache;
  readonly conflicts: ConflictRegistry;
}

/** Tools that show files, or change what was shown, declare this need. */
export const fileMemoryNeed = defineNeed<FileMemory>("file-memory");

export function createFileMemory(): FileMemory {
  return { reads: new ReadCache({ maxLines: MAX_LINES }), conflicts: new ConflictRegistry() };
}
