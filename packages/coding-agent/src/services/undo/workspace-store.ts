// Everything on disk that belongs to the journal of one workspace, opened together, and kept within its limits.
import type { Database } from "bun:sqlite";
import { readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ContentStore, hashContent } from "./content-store.ts";
import type { UndoLimits } from "./coverage.ts";
import { JournalTables } from "./journal-tables.ts";
import { LiveMark, type OpenMark, takeDeadMarks } from "./live-marks.ts";
import { openUndoDatabase } from "./undo-database.ts";

/** Content of all workspaces together; the one that was not used for longest goes first. */
const MOST_WORKSPACES = 16;

export interface StorePlace {
  /** The workspace. */
  readonly root: string;
  /** The folder of all journals. */
  readonly directory: string;
  readonly platform: NodeJS.Platform;
  readonly limits: UndoLimits;
}

export class WorkspaceStore implements Disposable {
  readonly content: ContentStore;
  readonly tables: JournalTables;
  readonly mark: LiveMark;
  /** What processes that died were in the middle of. */
  readonly interrupted: readonly OpenMark[];
  /** Another process keeps a journal of the same workspace now. */
  readonly hasOthers: boolean;
  readonly #database: Database;
  readonly #limits: UndoLimits;

  constructor({ root, directory, platform, limits }: StorePlace) {
    const folder = join(directory, folderOf(root));
    dropOldWorkspaces(directory, folderOf(root), platform);
    const { marks, hasOthers } = takeDeadMarks(join(folder, "live"), platform);
    this.interrupted = marks;
    this.hasOthers = hasOthers;
    this.mark = new LiveMark(join(folder, "live"), platform);
    this.#database = openUndoDatabase(join(folder, "journal.db"));
    this.content = new ContentStore(this.#database, join(folder, "packs"));
    this.tables = new JournalTables(this.#database);
    this.#limits = limits;
  }

  /** All of it, or nothing; content that was kept is saved with it. */
  transact(work: () => void): void {
    this.#database.transaction(() => {
      this.content.save();
      work();
    })();
  }

  /** Lets go of the oldest turns until the rest fits. */
  keepWithinLimits(): void {
    const { maxStoreBytes } = this.#limits;
    if (this.hasOthers || this.content.bytes <= maxStoreBytes) return;
    this.content.collect();
    while (this.content.bytes > maxStoreBytes && this.tables.dropOldestTurn())
      this.content.collect();
    this.#database.run("PRAGMA incremental_vacuum");
  }

  [Symbol.dispose](): void {
    this.content[Symbol.dispose]();
    this.#database.close();
    this.mark[Symbol.dispose]();
  }
}

function folderOf(root: string): string {
  return hashContent(Buffer.from(realpathSync(root))).slice(0, 24);
}

function dropOldWorkspaces(directory: string, own: string, platform: NodeJS.Platform): void {
  const folders = listFolders(directory).filter(({ name }) => name !== own);
  for (const { name } of folders.toSorted((a, b) => b.usedAtMs - a.usedAtMs).slice(MOST_WORKSPACES))
    if (!takeDeadMarks(join(directory, name, "live"), platform).hasOthers)
      rmSync(join(directory, name), { recursive: true, force: true });
}

function listFolders(directory: string): { readonly name: string; readonly usedAtMs: number }[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    // Nothing was ever journaled.
    return [];
  }
  return names.flatMap((name) => {
    const stats = statSync(join(directory, name, "live"), { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ name, usedAtMs: stats.mtimeMs }];
  });
}
