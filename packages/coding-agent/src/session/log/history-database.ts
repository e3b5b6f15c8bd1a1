// The database behind the prompt history: where its tables are, how it is opened, how a damaged one is put
// out of the way. The layout is public.
import type { Database } from "bun:sqlite";
import { existsSync, renameSync, rmSync } from "node:fs";
import { openPrivateDatabase } from "../../platform/private-database.ts";

/** Another omp may be writing; longer than this nobody waits for a convenience. */
const BUSY_TIMEOUT_MS = 250;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    prompt TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    cwd TEXT
  );
  CREATE VIRTUAL TABLE IF NOT EXISTS history_fts
    USING fts5 (prompt, content = 'history', content_rowid = 'id');
  CREATE TRIGGER IF NOT EXISTS history_ai AFTER INSERT ON history BEGIN
    INSERT INTO history_fts (rowid, prompt) VALUES (new.id, new.prompt);
  END;
  CREATE TRIGGER IF NOT EXISTS history_ad AFTER DELETE ON history BEGIN
    INSERT INTO history_fts (history_fts, rowid, prompt) VALUES ('delete', old.id, old.prompt);
  END;
`;

/** Opens or makes the database, readable by its owner only. Throws what SQLite or the system says. */
export function openHistoryDatabase(file: string): Database {
  return openPrivateDatabase(file, { busyTimeoutMs: BUSY_TIMEOUT_MS, schema: SCHEMA });
}

/** Renames a damaged database; returns where it is kept. */
export function setAside(file: string, nowMs: number): string {
  const aside = `${file}.damaged-${new Date(nowMs).toISOString().replace(/[:.]/g, "-")}`;
  renameSync(file, aside);
  for (const ending of ["-wal", "-shm"]) {
    // They belong to the damaged file and would be taken for the new one's.
    if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  }
  rmSync(`${file}-journal`, { force: true });
  return aside;
}
