// A tree of 50,000 files with a journal, for the benchmarks of undo.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UndoJournal } from "../packages/coding-agent/src/services/undo/undo-journal.ts";
import { makeSearchTree } from "./search-tree.ts";

export interface JournaledTree extends AsyncDisposable {
  readonly path: string;
  readonly journal: UndoJournal;
}

export function makeJournaledTree(files: number): JournaledTree {
  const tree = makeSearchTree(files);
  const directory = join(mkdtempSync(join(tmpdir(), "omp-undo-")), "undo");
  mkdirSync(directory, { mode: 0o700 });
  const journal = new UndoJournal({
    root: tree.path,
    directory,
    session: "bench",
    platform: process.platform,
    now: Date.now,
  });
  return {
    path: tree.path,
    journal,
    async [Symbol.asyncDispose]() {
      await journal[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
      await tree[Symbol.asyncDispose]();
    },
  };
}
