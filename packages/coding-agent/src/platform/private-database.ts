// Opens a SQLite database of omp's own: readable by its owner only from the first byte on, fit for several processes.
import { Database } from "bun:sqlite";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { makeOwnFile } from "./open-own-file.ts";

export interface PrivateDatabaseOptions {
  /** How long to wait for another omp that writes. */
  readonly busyTimeoutMs: number;
  /** Statements that make the tables where they are missing. */
  readonly schema: string;
  /** Pragmas before the tables, beyond those of every database. */
  readonly pragmas?: readonly string[];
}

/** Opens or makes it. Throws what SQLite or the system says. */
export function openPrivateDatabase(
  file: string,
  { busyTimeoutMs, schema, pragmas = [] }: PrivateDatabaseOptions,
): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  makeOwnFile(file);
  chmodSync(file, 0o600);
  const database = new Database(file, { strict: true });
  try {
    database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    database.run("PRAGMA journal_mode = WAL");
    database.run("PRAGMA synchronous = NORMAL");
    for (const pragma of pragmas) database.run(`PRAGMA ${pragma}`);
    database.run(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
