// A tree of 50,000 files with a journal, for the benchmarks of undo.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UndoJournal } from "../packages/coding-agent/src/services/undo/undo-journal.ts";
import { makeSearchTree } from "./search-tree.ts";

const MEMORY = "/dev/shm";

export interface JournaledTree extends AsyncDisposable {
  readonly path: string;
  readonly journal: UndoJournal;
}

/** In memory where the system has a place for that: what a disk takes to free a thousand files is not ours to measure. */
export function makeJournaledTree(files: number): JournaledTree {
  if (existsSync(MEMORY)) process.env["TMPDIR"] = MEMORY;
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
