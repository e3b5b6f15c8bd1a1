// The entries of one session as a tree with a movable leaf. Only grows; survives duplicate ids, unknown
// parents and parent cycles in files that somebody else wrote.
import type { SessionEntry } from "./entry.ts";

/** An append-only tree; the leaf is where the conversation goes on. */
export class SessionTree {
  readonly #entries: SessionEntry[] = [];
  readonly #byId = new Map<string, SessionEntry>();
  #leafId: string | null = null;

  /** All entries in the order they were written. */
  get entries(): readonly SessionEntry[] {
    return this.#entries;
  }

  get leafId(): string | null {
    return this.#leafId;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  get(id: string): SessionEntry | undefined {
    return this.#byId.get(id);
  }

  /** Adds an entry and makes it the leaf. The first entry with an id keeps it. */
  add(entry: SessionEntry): void {
    this.#entries.push(entry);
    if (!this.#byId.has(entry.id)) this.#byId.set(entry.id, entry);
    this.#leafId = entry.id;
  }

  /** Moves the leaf; `null` starts a new root. False when there is no such entry. */
  moveLeaf(id: string | null): boolean {
    if (id !== null && !this.#byId.has(id)) return false;
    this.#leafId = id;
    return true;
  }

  /** The entries from the root to `leafId`, or to the current leaf. */
  path(leafId: string | null = this.#leafId): SessionEntry[] {
    const path: SessionEntry[] = [];
    const seen = new Set<SessionEntry>();
    let entry = leafId === null ? undefined : this.#byId.get(leafId);
    while (entry !== undefined && !seen.has(entry)) {
      seen.add(entry);
      path.push(entry);
      entry = entry.parentId === null ? undefined : this.#byId.get(entry.parentId);
    }
    return path.reverse();
  }
}
