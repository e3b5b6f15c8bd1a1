// The scratch project of the tour: a fresh directory with the files that the demo model works on.
import { TOUR_FILES } from "@oh-my-pi/pi-ai/tour-files";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Makes the project below `parent` and returns where. */
export function createTourProject(parent: string): string {
  const directory = mkdtempSync(join(parent, "omp-tour-"));
  for (const [name, text] of Object.entries(TOUR_FILES))
    writeFileSync(join(directory, name), text, { mode: 0o644 });
  return directory;
}
