// What people typed, over all sessions, for going back to it and searching it: a small database that is a
// convenience and never stops a prompt. What goes wrong with it is reported, not thrown.
import type { Database } from "bun:sqlite";
import { openHistoryDatabase, setAside } from "./history-database.ts";

/** A prompt that was typed. */
export interface PastPrompt {
  readonly prompt: string;
  readonly cwd: string | null;
  /** Seconds since the epoch. */
  readonly createdAt: number;
}

export interface PromptHistoryOptions {
  /** The database file; made when it is first needed. */
  readonly file: string;
  readonly now: () => number;
  /** Hears, in plain words, of what went wrong. */
  readonly onProblem: (message: string) => void;
}

const PROMPTS = "SELECT prompt, cwd, created_at AS createdAt FROM history";
const HOLDS_WORDS = "id IN (SELECT rowid FROM history_fts WHERE history_fts MATCH $match)";
const HOLDS_PATTERN = "prompt LIKE $pattern ESCAPE '\\'";

/** The prompts of one person on one machine. */
export class PromptHistory implements Disposable {
  readonly #options: PromptHistoryOptions;
  #database: Database | undefined;

  constructor(options: PromptHistoryOptions) {
    this.#options = options;
  }

  /** Remembers a prompt, unless it is blank or the same as the last one. */
  add(prompt: string, cwd: string): void {
    const text = prompt.trim();
    if (text === "") return;
    this.#try(undefined, (database) =>
      database
        .query(
          `INSERT INTO history (prompt, created_at, cwd) SELECT $text, $time, $cwd
           WHERE $text IS NOT (SELECT prompt FROM history ORDER BY id DESC LIMIT 1)`,
        )
        .run({ text, time: Math.floor(this.#options.now() / 1000), cwd }),
    );
  }

  /** The latest prompts, newest first, each once. */
  recent(limit: number): PastPrompt[] {
    return this.#try([], (database) =>
      eachOnce(database.query<PastPrompt, []>(`${PROMPTS} ORDER BY id DESC`).iterate(), limit),
    );
  }

  /**
   * Prompts that hold the query as it stands, or a word that begins with each of its words; newest
   * first, each once.
   */
  search(query: string, limit: number): PastPrompt[] {
    const text = query.trim();
    if (text === "") return this.recent(limit);
    const words = text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
    const match = words.map((word) => `"${word}"*`).join(" ");
    const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const conditions = words.length === 0 ? [HOLDS_PATTERN] : [HOLDS_WORDS, HOLDS_PATTERN];
    const sql = `${PROMPTS} WHERE ${conditions.join(" OR ")} ORDER BY id DESC`;
    return this.#try([], (database) => {
      const statement = database.query<PastPrompt, { match?: string; pattern: string }>(sql);
      const values = { ...(words.length > 0 && { match }), pattern };
      return eachOnce(statement.iterate(values), limit);
    });
  }

  [Symbol.dispose](): void {
    this.#database?.close();
    this.#database = undefined;
  }

  /** Runs `work`; a damaged database is set aside and `work` done once more on a new one. */
  #try<Result>(otherwise: Result, work: (database: Database) => unknown): Result {
    try {
      return work(this.#open()) as Result;
    } catch (error) {
      return isDamage(error) ? this.#tryAnew(otherwise, work) : this.#report(error, otherwise);
    }
  }

  #tryAnew<Result>(otherwise: Result, work: (database: Database) => unknown): Result {
    const { file, onProblem, now } = this.#options;
    try {
      this[Symbol.dispose]();
      const aside = setAside(file, now());
      onProblem(
        `The prompt history was damaged. It was kept as ${aside}, and a new one was begun.`,
      );
      return work(this.#open()) as Result;
    } catch (error) {
      return this.#report(error, otherwise);
    }
  }

  #open(): Database {
    this.#database ??= openHistoryDatabase(this.#options.file);
    return this.#database;
  }

  #report<Result>(error: unknown, otherwise: Result): Result {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.onProblem(`The prompt history ${this.#options.file} cannot be used: ${reason}`);
    return otherwise;
  }
}

/** Reads no further than it must. */
function eachOnce(rows: Iterable<PastPrompt>, limit: number): PastPrompt[] {
  const found = new Map<string, PastPrompt>();
  if (limit > 0) {
    for (const row of rows) {
      if (!found.has(row.prompt)) found.set(row.prompt, row);
      if (found.size >= limit) break;
    }
  }
  return [...found.values()];
}

function isDamage(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^SQLITE_(?:NOTADB|CORRUPT)/.test(code);
}
