// The rows of a journal: the tree as last seen, turns with their steps and changes, and what was taken back. SQL stays in
// this file.
import type { Database } from "bun:sqlite";
import { type FileChange, type FileState, hashOf } from "./file-state.ts";
import type { KnownFile } from "./tree-image.ts";

/** Which call or command changed files. */
export interface StepFacts {
  readonly label: string;
  readonly tool?: string | undefined;
  readonly callId?: string | undefined;
  /** The subagent that made it; absent for the session itself. */
  readonly agentId?: string | undefined;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** omp died while it ran: others may have changed files until they were looked at again. */
  readonly isInterrupted: boolean;
}

export interface Step extends StepFacts {
  readonly changes: readonly FileChange[];
}

/** Everything between one prompt and the next. */
export interface Turn {
  readonly id: number;
  readonly label: string;
  readonly startedAtMs: number;
}

export type Direction = "undo" | "redo";

/** Turns taken back or done again, and what that does to files. */
export interface Reversal {
  readonly id: number;
  readonly session: string;
  readonly direction: Direction;
  readonly turns: readonly number[];
  readonly changes: readonly FileChange[];
  /** Only what this subagent did is taken back; then `turns` is empty. */
  readonly agentId?: string | undefined;
}

interface ReversalRow {
  readonly agent: string | null;
  readonly id: number;
  readonly session: string;
  readonly direction: Direction;
  readonly turns: string;
  readonly changes: string;
}

interface StepRow {
  readonly id: number;
  readonly agent: string | null;
  readonly tool: string | null;
  readonly call: string | null;
  readonly label: string;
  readonly started_at: number;
  readonly ended_at: number;
  readonly is_interrupted: number;
}

export class JournalTables {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  loadFiles(): Map<string, KnownFile> {
    const rows = this.#database
      .query<{ path: string; state: string; stamp: string }, []>(
        "SELECT path, state, stamp FROM file",
      )
      .all();
    return new Map(
      rows.map(({ path, state, stamp }) => [
        path,
        { state: JSON.parse(state) as FileState, stamp },
      ]),
    );
  }

  saveFiles(files: readonly (readonly [string, KnownFile | undefined])[]): void {
    const remove = this.#database.prepare("DELETE FROM file WHERE path = ?");
    const insert = this.#database.prepare(
      "INSERT OR REPLACE INTO file (path, state, stamp, hash) VALUES (?, ?, ?, ?)",
    );
    for (const [path, known] of files) {
      if (known === undefined) remove.run(path);
      else insert.run(path, JSON.stringify(known.state), known.stamp, hashOf(known.state));
    }
  }

  addTurn(session: string, label: string, startedAtMs: number): number {
    const { lastInsertRowid } = this.#database
      .prepare("INSERT INTO turn (session, label, started_at) VALUES (?, ?, ?)")
      .run(session, label, startedAtMs);
    return Number(lastInsertRowid);
  }

  addStep(turn: number, step: Step): void {
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO step (turn, agent, tool, call, label, started_at, ended_at, is_interrupted)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        turn,
        step.agentId ?? null,
        step.tool ?? null,
        step.callId ?? null,
        step.label,
        step.startedAtMs,
        step.endedAtMs,
        step.isInterrupted ? 1 : 0,
      );
    const insert = this.#database.prepare(
      `INSERT INTO change (step, path, before, after, before_hash, after_hash)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    for (const { path, before, after } of step.changes) {
      const states = [JSON.stringify(before), JSON.stringify(after)] as const;
      insert.run(lastInsertRowid, path, ...states, hashOf(before), hashOf(after));
    }
  }

  /** Turns of a session that are in force, newest first. */
  turns(session: string, most: number): Turn[] {
    return this.#database
      .query<Turn, [string, number]>(
        `SELECT id, label, started_at AS startedAtMs FROM turn
         WHERE session = ? AND is_undone = 0 ORDER BY id DESC LIMIT ?`,
      )
      .all(session, most);
  }

  /** Steps of a turn, oldest first. */
  steps(turn: number): Step[] {
    const rows = this.#database
      .query<StepRow, [number]>("SELECT * FROM step WHERE turn = ? ORDER BY id")
      .all(turn);
    return rows.map((row) => ({
      label: row.label,
      tool: row.tool ?? undefined,
      callId: row.call ?? undefined,
      agentId: row.agent ?? undefined,
      startedAtMs: row.started_at,
      endedAtMs: row.ended_at,
      isInterrupted: row.is_interrupted === 1,
      changes: this.#changes(row.id),
    }));
  }

  /** Writes down what is about to be done to files, so that it can be finished whatever happens. */
  planReversal(plan: Omit<Reversal, "id">): number {
    const { session, direction, turns, changes, agentId = null } = plan;
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO reversal (session, direction, turns, changes, agent, status)
         VALUES (?, ?, ?, ?, ?, 'planned')`,
      )
      .run(session, direction, JSON.stringify(turns), JSON.stringify(changes), agentId);
    return Number(lastInsertRowid);
  }

  /** It was done, with these changes: its turns change sides. A redo uses up the undo it answers. */
  finishReversal({ id, session, direction, turns, changes }: Reversal): void {
    const setUndone = this.#database.prepare("UPDATE turn SET is_undone = ? WHERE id = ?");
    for (const turn of turns) setUndone.run(direction === "undo" ? 1 : 0, turn);
    if (direction === "redo") {
      const answered = this.lastUndo(session);
      for (const done of [id, answered?.id]) if (done !== undefined) this.dropReversal(done);
      return;
    }
    this.#database
      .prepare("UPDATE reversal SET status = 'done', changes = ? WHERE id = ?")
      .run(JSON.stringify(changes), id);
  }

  dropReversal(id: number): void {
    this.#database.prepare("DELETE FROM reversal WHERE id = ?").run(id);
  }

  /** Those that were begun and not finished, of any session. */
  unfinishedReversals(): Reversal[] {
    return this.#database
      .query<ReversalRow, []>("SELECT * FROM reversal WHERE status = 'planned' ORDER BY id")
      .all()
      .map(toReversal);
  }

  /** The last undo that can be done again. */
  lastUndo(session: string): Reversal | undefined {
    const row = this.#database
      .query<ReversalRow, [string]>(
        `SELECT * FROM reversal WHERE session = ? AND direction = 'undo' AND status = 'done'
         ORDER BY id DESC LIMIT 1`,
      )
      .get(session);
    return row === null ? undefined : toReversal(row);
  }

  /** Something new was done: what was taken back before is history. */
  forgetUndone(session: string): void {
    this.#database
      .prepare("DELETE FROM reversal WHERE session = ? AND status = 'done'")
      .run(session);
    this.#dropTurns("session = ? AND is_undone = 1", session);
  }

  /** Lets go of the oldest turn of all; false when there is none. */
  dropOldestTurn(): boolean {
    const row = this.#database
      .query<{ id: number; session: string }, []>(
        "SELECT id, session FROM turn ORDER BY id LIMIT 1",
      )
      .get();
    if (row === null) return false;
    this.#database
      .prepare("DELETE FROM reversal WHERE session = ? AND status = 'done'")
      .run(row.session);
    this.#dropTurns("id = ?", row.id);
    return true;
  }

  #dropTurns(where: string, value: string | number): void {
    const turns = `SELECT id FROM turn WHERE ${where}`;
    this.#database
      .prepare(`DELETE FROM change WHERE step IN (SELECT id FROM step WHERE turn IN (${turns}))`)
      .run(value);
    this.#database.prepare(`DELETE FROM step WHERE turn IN (${turns})`).run(value);
    this.#database.prepare(`DELETE FROM turn WHERE ${where}`).run(value);
  }

  #changes(step: number): FileChange[] {
    return this.#database
      .query<{ path: string; before: string; after: string }, [number]>(
        "SELECT path, before, after FROM change WHERE step = ? ORDER BY rowid",
      )
      .all(step)
      .map(({ path, before, after }) => ({
        path,
        before: JSON.parse(before) as FileState,
        after: JSON.parse(after) as FileState,
      }));
  }
}

function toReversal({ turns, changes, ...row }: ReversalRow): Reversal {
  const { id, session, direction, agent } = row;
  return {
    id,
    session,
    direction,
    agentId: agent ?? undefined,
    turns: JSON.parse(turns) as number[],
    changes: JSON.parse(changes) as FileChange[],
  };
}
