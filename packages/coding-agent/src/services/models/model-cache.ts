// Remembers which models a provider offered, in SQLite. A list counts only while the provider's address and
// the bundled models that it was merged with are the same. Losing the file costs one question.
import { Database } from "bun:sqlite";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { makeOwnFile } from "../../platform/open-own-file.ts";

const SCHEMA_VERSION = 3;

/** What a list belongs to. */
export interface CacheKey {
  readonly provider: string;
  readonly baseUrl: string;
  /** Fingerprint of the bundled models of that provider. */
  readonly fingerprint: string;
}

export interface CachedModels {
  readonly models: readonly Model[];
  readonly updatedAtMs: number;
}

interface Row {
  models: string;
  updated_at: number;
}

/** Lists of models by provider. */
export class ModelCache implements Disposable {
  readonly #database: Database;
  readonly #now: () => number;

  /** Opens the cache; one of another schema is emptied, since it can be made anew. */
  constructor(path: string, now: () => number) {
    if (path !== ":memory:") {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      makeOwnFile(path);
    }
    this.#database = new Database(path, { create: true, strict: true });
    this.#now = now;
    this.#database.run("PRAGMA busy_timeout = 1000");
    const found = this.#database.query<{ user_version: number }, []>("PRAGMA user_version").get();
    if (found?.user_version !== SCHEMA_VERSION)
      this.#database.run("DROP TABLE IF EXISTS model_cache");
    this.#database.run(`CREATE TABLE IF NOT EXISTS model_cache (
      provider TEXT PRIMARY KEY,
      base_url TEXT NOT NULL,
      static_fingerprint TEXT NOT NULL,
      models TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    )`);
    this.#database.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  }

  /** What was remembered under exactly this key. */
  read({ provider, baseUrl, fingerprint }: CacheKey): CachedModels | undefined {
    const row = this.#database
      .query<Row, [string, string, string]>(
        "SELECT models, updated_at FROM model_cache WHERE provider = ? AND base_url = ? AND static_fingerprint = ?",
      )
      .get(provider, baseUrl, fingerprint);
    return row === null
      ? undefined
      : { models: JSON.parse(row.models) as Model[], updatedAtMs: row.updated_at };
  }

  /** Replaces what is remembered of the provider. */
  write({ provider, baseUrl, fingerprint }: CacheKey, models: readonly Model[]): void {
    this.#database.run(
      "INSERT OR REPLACE INTO model_cache (provider, base_url, static_fingerprint, models, updated_at) VALUES (?, ?, ?, ?, ?)",
      [provider, baseUrl, fingerprint, JSON.stringify(models), this.#now()],
    );
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
