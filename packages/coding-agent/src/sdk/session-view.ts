// What a session has written down, to read: its header, its entries, the path to the present one, and what a path puts
// before the model.
import type { SessionEntry, SessionHeader } from "../session/log/entry.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import { type ContextMessage, contextMessages } from "../session/state/context-messages.ts";
import { foldPath } from "../session/state/fold.ts";
import { type PathSettings, pathSettings } from "../session/state/settings-of-path.ts";

/** What a path of entries means: the choices in force at its end, and the messages that the model sees. */
export interface SessionContext extends PathSettings {
  readonly messages: readonly ContextMessage[];
}

/** A session as it is written down. */
export interface SessionView {
  getHeader(): SessionHeader;
  getSessionId(): string;
  /** Undefined for a session in memory. */
  getSessionFile(): string | undefined;
  getCwd(): string;
  /** All entries in the order they were written, those of other branches included. */
  getEntries(): readonly SessionEntry[];
  getEntry(id: string): SessionEntry | undefined;
  /** The entry that the next one goes below; null before the first. */
  getLeafId(): string | null;
  /** The entries from the root to the leaf, or to another entry. */
  getBranch(leafId?: string): readonly SessionEntry[];
  buildSessionContext(): SessionContext;
}

/**
 * Reads a log.
 * @internal
 */
export function viewOf(log: SessionLog): SessionView {
  const branch = (leafId?: string): SessionEntry[] => [...log.readEach(log.path(leafId))];
  return {
    getHeader: () => log.header,
    getSessionId: () => log.header.id,
    getSessionFile: () => log.storedAs,
    getCwd: () => log.header.cwd,
    getEntries: () => [...log.entries()],
    getEntry: (id) => log.get(id),
    getLeafId: () => log.leafId,
    getBranch: branch,
    buildSessionContext: () => contextOf(branch()),
  };
}

/**
 * What the entries of a session mean at a leaf; without one at the last entry, with `null` before the first. A header among
 * them is passed over.
 */
export function buildSessionContext(
  entries: readonly (SessionEntry | SessionHeader)[],
  leafId?: string | null,
): SessionContext {
  const known = entries.filter((entry): entry is SessionEntry => entry.type !== "session");
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  const path: SessionEntry[] = [];
  const seen = new Set<SessionEntry>();
  let entry = leafId === null ? undefined : (byId.get(leafId ?? "") ?? known.at(-1));
  while (entry !== undefined && !seen.has(entry)) {
    seen.add(entry);
    path.push(entry);
    entry = entry.parentId === null ? undefined : byId.get(entry.parentId);
  }
  return contextOf(path.reverse());
}

function contextOf(path: readonly SessionEntry[]): SessionContext {
  return { ...foldPath(pathSettings, path), messages: contextMessages(path) };
}
