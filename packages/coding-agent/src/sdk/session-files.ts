// Session files for a program that only reads them: nothing is locked, repaired or brought up to date on disk.
import { existsSync } from "node:fs";
import type { SessionEntry, SessionHeader } from "../session/log/entry.ts";
import { newEntryId } from "../session/log/entry-id.ts";
import { listFolders, type SessionListing } from "../session/log/list-sessions.ts";
import { migrateLines } from "../session/log/migrate.ts";
import { openForReading, wholeLines } from "../session/log/read-session-file.ts";
import { isHeader, parseObject } from "../session/log/scan-log.ts";

/** The newest sessions of a folder, newest first. */
export function getRecentSessions(sessionDir: string, limit = 3): readonly SessionListing[] {
  return listFolders([sessionDir]).slice(0, limit);
}

/** The file of the newest session of a folder. */
export function findMostRecentSession(sessionDir: string): string | undefined {
  return getRecentSessions(sessionDir, 1)[0]?.file;
}

/**
 * The header and the entries of a session file, in the present format whatever the file's. Lines that cannot be read are
 * left out; nothing for a file that is not there or is no session.
 */
export async function loadEntriesFromFile(
  path: string,
): Promise<readonly (SessionHeader | SessionEntry)[]> {
  if (!existsSync(path)) return [];
  using file = openForReading(path);
  const lines = [...wholeLines(file)].flatMap((piece) => piece.toString("utf8").split("\n"));
  const parsed = lines
    .map((line) => parseObject(Buffer.from(line)))
    .filter((line) => line !== undefined);
  if (!isHeader(parsed[0])) return [];
  const taken = new Set(parsed.map((line) => line["id"]));
  const newId = (): string => {
    const id = newEntryId((candidate) => taken.has(candidate));
    taken.add(id);
    return id;
  };
  const present: readonly unknown[] = migrateLines(parsed, newId) ?? parsed;
  // Entries of kinds that we do not know pass through as they are.
  return present as readonly (SessionHeader | SessionEntry)[];
}
