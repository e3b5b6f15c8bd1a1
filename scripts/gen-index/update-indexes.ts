// Compares the index of each listed folder with what it should be, and writes it where that is asked for. Folders that
// do not exist yet are passed over.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FolderSpec } from "./folder-spec.ts";
import { listThings } from "./list-things.ts";
import { renderIndex } from "./render-index.ts";

export interface IndexState {
  /** From the repository root. */
  readonly path: string;
  readonly thingCount: number;
  readonly isStale: boolean;
}

const INDEX_FILE = "index.gen.ts";

export function updateIndexes(
  root: string,
  specs: readonly FolderSpec[],
  { write }: { write: boolean },
): IndexState[] {
  return specs
    .filter(({ folder }) => existsSync(join(root, folder)))
    .map((spec) => {
      const things = listThings(root, spec);
      const path = `${spec.folder}/${INDEX_FILE}`;
      const file = join(root, path);
      const wanted = renderIndex(things, spec);
      const isStale = !existsSync(file) || readFileSync(file, "utf8") !== wanted;
      if (isStale && write) writeFileSync(file, wanted);
      return { path, thingCount: things.length, isStale };
    });
}
