// The database of one workspace's journal: its tables, how it is opened, how a damaged one is put out of the way. Lives in
// the agent directory, readable by its owner only.
import type { Database } from "bun:sqlite";
import { rmSync } from "node:fs";
import { openPrivateDatabase } from "../../platform/private-database.ts";

const BUSY_TIMEOUT_MS = 5000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS blob (
    hash TEXT PRIMARY KEY, pack TEXT NOT NULL, at INTEGER NOT NULL, size INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS file (
    path TEXT PRIMARY KEY, state TEXT NOT NULL, stamp TEXT NOT NULL, hash TEXT
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS turn (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, label TEXT NOT NULL,
    started_at INTEGER NOT NULL, is_undone INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS step (
    id INTEGER PRIMARY KEY AUTOINCREMENT, turn INTEGER NOT NULL, agent TEXT, tool TEXT, call TEXT,
    label TEXT NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER NOT NULL,
    is_interrupted INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS change (
    step INTEGER NOT NULL, path TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
    before_hash TEXT, after_hash TEXT
  );
  CREATE INDEX IF NOT EXISTS change_step ON change (step);
  CREATE INDEX IF NOT EXISTS step_turn ON step (turn);
  CREATE TABLE IF NOT EXISTS reversal (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, direction TEXT NOT NULL,
    turns TEXT NOT NULL, changes TEXT NOT NULL, status TEXT NOT NULL, agent TEXT
  );
`;

/** Opens or makes the database. One that cannot be read is removed: undo begins anew. */
export function openUndoDatabase(file: string): Database {
  try {
    return open(file);
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (!/NOTADB|CORRUPT/.test(code)) throw error;
    for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
    return open(file);
  }
}

function open(file: string): Database {
  const database = openPrivateDatabase(file, {
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    schema: SCHEMA,
    pragmas: ["auto_vacuum = INCREMENTAL"],
  });
  addAgentColumn(database);
  return database;
}

/** Databases of earlier versions know no reversal of one subagent. */
function addAgentColumn(database: Database): void {
  const columns = database.query<{ name: string }, []>("PRAGMA table_info(reversal)").all();
  if (!columns.some(({ name }) => name === "agent"))
    database.run("ALTER TABLE reversal ADD COLUMN agent TEXT");
}
