// Keeping a tool's full text beside the session, where `artifact://` finds it again.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import { writeFileSync } from "node:fs";
import { Artifacts, type ArtifactSlot } from "../session/log/artifacts.ts";

export interface ArtifactWriter {
  /** Keeps a text and gives its number; undefined where the session keeps nothing. */
  save(toolName: string, text: string): string | undefined;
  /** A place for a text that is written as it comes; undefined where the session keeps nothing. */
  allocate(toolName: string): ArtifactSlot | undefined;
}

/** Tools that keep texts declare this need. */
export const artifactWriterNeed = defineNeed<ArtifactWriter>("artifact-writer");

/** Writes into a folder beside the session file; without one nothing is kept. `hide` takes secrets out. */
export function createArtifactWriter(
  folder: string | undefined,
  hide: (text: string) => string = (text) => text,
): ArtifactWriter {
  const artifacts = folder === undefined ? undefined : new Artifacts(folder);
  const allocate = (toolName: string): ArtifactSlot | undefined => artifacts?.allocate(toolName);
  return {
    allocate,
    save: (toolName, text) => {
      const slot = allocate(toolName);
      if (slot !== undefined) writeFileSync(slot.path, hide(text), { flag: "wx", mode: 0o600 });
      return slot?.id;
    },
  };
}
