// Keeps credentials in SQLite: several for each provider, one in use per conversation, each blocked on its
// own until its limit resets. The file is readable by its owner only.
import { Database } from "bun:sqlite";
import { chmodSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { type Credential, readSecret, type Secret } from "./credential.ts";

const SCHEMA_VERSION = 4;
const DEFAULT_BLOCK_MS = 60_000;

interface Row {
  id: number;
  provider: string;
  secret: string;
  label: string | null;
  blocked_until: number;
  disabled_cause: string | null;
}

/** Opens the store; a newer schema than ours is left alone and refused. */
export function openCredentialStore(path: string, now: () => number): CredentialStore {
  if (path !== ":memory:") makePrivateFile(path);
  const database = new Database(path, { create: true, strict: true });
  database.run("PRAGMA busy_timeout = 3000");
  const found = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
  if ((found?.user_version ?? 0) > SCHEMA_VERSION) {
    database.close();
    throw new Error(
      `${path} was written by a newer omp (schema ${found?.user_version}); update omp to use it.`,
    );
  }
  database.run("PRAGMA journal_mode = WAL");
  database.run(`CREATE TABLE IF NOT EXISTS credentials (
    id INTEGER PRIMARY KEY,
    provider TEXT NOT NULL,
    secret TEXT NOT NULL,
    label TEXT,
    blocked_until INTEGER NOT NULL DEFAULT 0,
    disabled_cause TEXT,
    last_used INTEGER NOT NULL DEFAULT 0,
    uses INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  )`);
  database.run("CREATE INDEX IF NOT EXISTS credentials_by_provider ON credentials (provider, id)");
  database.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  return new CredentialStore(database, now);
}

/** The credentials of one user. */
export class CredentialStore implements Disposable {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** All credentials, or those of one provider, oldest first. */
  list(provider?: string): Credential[] {
    const where = provider === undefined ? "" : "WHERE provider = ?";
    const query = this.#database.query<Row, string[]>(
      `SELECT * FROM credentials ${where} ORDER BY id`,
    );
    return query
      .all(...(provider === undefined ? [] : [provider]))
      .flatMap((row) => toCredential(row) ?? []);
  }

  /** Adds a credential; the same secret of the same provider is kept once and freed again. */
  add(provider: string, secret: Secret, label?: string): Credential {
    const text = JSON.stringify(secret);
    const known = this.list(provider).find(
      (credential) => JSON.stringify(credential.secret) === text,
    );
    if (known !== undefined) {
      this.#database.run(
        "UPDATE credentials SET blocked_until = 0, disabled_cause = NULL WHERE id = ?",
        [known.id],
      );
      return { ...known, blockedUntilMs: 0, disabledCause: undefined };
    }
    const insert = this.#database.query<Row, [string, string, string | null, number]>(
      "INSERT INTO credentials (provider, secret, label, created_at) VALUES (?, ?, ?, ?) RETURNING *",
    );
    const row = insert.get(provider, text, label ?? null, this.#now());
    const added = row === null ? undefined : toCredential(row);
    if (added === undefined) throw new TypeError("A credential without a secret cannot be kept.");
    return added;
  }

  /** Replaces the secret of a credential, as a refresh does. */
  replaceSecret(id: number, secret: Secret): void {
    this.#database.run("UPDATE credentials SET secret = ? WHERE id = ?", [
      JSON.stringify(secret),
      id,
    ]);
  }

  remove(id: number): void {
    this.#database.run("DELETE FROM credentials WHERE id = ?", [id]);
  }

  /**
   * The credential to use now: for a conversation always the same one while it is free, else the one
   * used least. Undefined when none is free.
   */
  pick(provider: string, kind: Secret["kind"], sessionId?: string): Credential | undefined {
    const usable = this.list(provider).filter(
      ({ secret, disabledCause }) => secret.kind === kind && disabledCause === undefined,
    );
    const isFree = (credential: Credential): boolean => credential.blockedUntilMs <= this.#now();
    const start = sessionId === undefined ? 0 : Bun.hash.crc32(sessionId) % (usable.length || 1);
    const preferred = [...usable.slice(start), ...usable.slice(0, start)].filter(isFree);
    const chosen = sessionId === undefined ? this.#leastUsed(preferred) : preferred[0];
    if (chosen !== undefined) {
      this.#database.run("UPDATE credentials SET uses = uses + 1, last_used = ? WHERE id = ?", [
        this.#now(),
        chosen.id,
      ]);
    }
    return chosen;
  }

  /** Takes a credential out of use until its limit resets; by default for a minute. */
  block(id: number, untilMs: number = this.#now() + DEFAULT_BLOCK_MS): void {
    this.#database.run("UPDATE credentials SET blocked_until = ? WHERE id = ?", [untilMs, id]);
  }

  /** Takes a credential out of use until somebody logs in again. */
  disable(id: number, cause: string): void {
    this.#database.run("UPDATE credentials SET disabled_cause = ? WHERE id = ?", [cause, id]);
  }

  close(): void {
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #leastUsed(candidates: readonly Credential[]): Credential | undefined {
    const uses = this.#database.query<{ uses: number }, [number]>(
      "SELECT uses FROM credentials WHERE id = ?",
    );
    let least: { credential: Credential; uses: number } | undefined;
    for (const credential of candidates) {
      const count = uses.get(credential.id)?.uses ?? 0;
      if (least === undefined || count < least.uses) least = { credential, uses: count };
    }
    return least?.credential;
  }
}

/** A row that some other program wrote may hold no secret that we know. */
function toCredential(row: Row): Credential | undefined {
  const secret = readSecret(row.secret);
  if (secret === undefined) return undefined;
  return {
    id: row.id,
    provider: row.provider,
    secret,
    label: row.label ?? undefined,
    blockedUntilMs: row.blocked_until,
    disabledCause: row.disabled_cause ?? undefined,
  };
}

/** SQLite would make the file with the mode of the umask; it must never be readable by others. */
function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { O_WRONLY, O_CREAT, O_NOFOLLOW } = constants;
  // Keys are never written to where a link leads.
  closeSync(openSync(path, O_WRONLY | O_CREAT | (O_NOFOLLOW ?? 0), 0o600));
  chmodSync(path, 0o600);
}
