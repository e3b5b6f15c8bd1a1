// Makes a second session that begins as another one is: the same entries and artifacts under a new id.
import { basename } from "node:path";
import { copyArtifacts, discardArtifacts, linesUnder, writeSessionFile } from "./copy-session.ts";
import { SESSION_VERSION, type SessionHeader } from "./entry.ts";
import { readHeader } from "./header-line.ts";
import { openForReading } from "./read-session-file.ts";
import type { ReadAt } from "./scan-log.ts";
import { type NewIdentity, newIdentity, type NewPlace } from "./session-place.ts";
import type { SessionStorage } from "./session-storage.ts";

/** Forks a session file, which may be open, and returns the new one. Throws with nothing left behind. */
export function forkSession(source: string, place: NewPlace): string {
  using file = openForReading(source);
  const identity = newIdentity(place);
  copyArtifacts(source, identity.file);
  try {
    const header = forkedHeader(readHeader(file.read), identity, { source, cwd: place.cwd });
    writeSessionFile(identity.file, linesUnder(header, file), place.platform);
    return identity.file;
  } catch (error) {
    discardArtifacts(identity.file);
    throw error;
  }
}

/** Forks a session of a storage within it, and returns the path of the new one. */
export async function forkStored(
  source: string,
  storage: SessionStorage,
  place: NewPlace,
): Promise<string> {
  const bytes = Buffer.from(await storage.readText(source));
  const read: ReadAt = (offset, length) => bytes.subarray(offset, offset + length);
  const identity = newIdentity(place);
  const header = forkedHeader(readHeader(read), identity, { source, cwd: place.cwd });
  const content = Buffer.concat([...linesUnder(header, { size: bytes.length, read })]);
  storage.ensureDirSync(place.folder);
  storage.writeTextSync(identity.file, content.toString("utf8"));
  return identity.file;
}

function forkedHeader(
  original: SessionHeader | undefined,
  { id, timestamp }: NewIdentity,
  { source, cwd }: { readonly source: string; readonly cwd: string },
): SessionHeader {
  const parentSession = original?.id ?? basename(source, ".jsonl");
  const known = original ?? { type: "session", version: SESSION_VERSION };
  return { ...known, id, timestamp, cwd, parentSession };
}
