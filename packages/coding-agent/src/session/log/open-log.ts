// Begins a session file or opens one: takes the writer's lock, cuts a torn last line, brings older
// formats up to date, and uses the index beside a large file.
import { existsSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { openAppendFile } from "../../platform/append-file.ts";
import type { BlobStore } from "./blob-store.ts";
import { SESSION_VERSION, type SessionHeader } from "./entry.ts";
import { EntryIndex } from "./entry-index.ts";
import { newEntryId, newSessionId } from "./entry-id.ts";
import { fingerprint, indexPath, readIndex, writeIndex } from "./index-file.ts";
import { readHeader } from "./header-line.ts";
import type { Journal } from "./journal.ts";
import { migrateLines, versionOf } from "./migrate.ts";
import type { SessionFile } from "./read-session-file.ts";
import { parseObject, type ReadAt, scanLog, type ScanEnd } from "./scan-log.ts";
import {
  type HideSecrets,
  type LoadReport,
  SessionLog,
  type SessionLogParts,
} from "./session-log.ts";

/** Where a session is kept: a file, or nowhere. */
export interface LogPlace {
  /** Path of the session file, or undefined to keep the session in memory only. */
  readonly file: string | undefined;
  /** What a storage holds of the session, instead of a file. */
  readonly journal?: Journal | undefined;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
  /** Where images are kept; without it they stay inline. */
  readonly blobs?: BlobStore | undefined;
  /** Takes out what must not be written down. */
  readonly hide?: HideSecrets | undefined;
}

/** Below this much unindexed text a scan is as fast as an index. */
const INDEX_FROM_BYTES = 4 << 20;

/** Begins a session. Throws AppendFileError, leaving no file behind, when that cannot be. */
export function createSessionLog(
  place: LogPlace,
  header: Partial<Pick<SessionHeader, "id" | "title" | "titleSource" | "parentSession">> = {},
): SessionLog {
  const { file, journal } = place;
  const whole = newHeader(place, header);
  const store = file === undefined ? journal : createStore(file, place.platform, whole);
  if (file === undefined) journal?.append(`${JSON.stringify(whole)}\n`);
  return makeLog(place, { header: whole, store, index: new EntryIndex(), report: newReport() }, 0);
}

/** Opens a session for going on with it; begins one where there is none. */
export function openSessionLog(
  place: LogPlace & ({ readonly file: string } | { readonly journal: Journal }),
): SessionLog {
  const { file = "", platform } = place;
  const store = place.journal ?? openAppendFile({ path: file, platform });
  try {
    const report = newReport();
    const header = migrateFile(store);
    const { index, end, coveredBytes } = load(store, report);
    if (end.tornBytes > 0) store.cutTo(end.soundBytes);
    else if (end.needsLineBreak) store.append("\n");
    const known = header ?? newHeader(place, { id: idInName(store.path) });
    if (store.size === 0) store.append(`${JSON.stringify(known)}\n`);
    else if (header === undefined) report.headerProblem = "the first line is not a session header";
    return makeLog(place, { header: known, store, index, report }, coveredBytes);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Closes a session in which nothing was answered and removes what there is of it. */
export async function discardSessionLog(log: SessionLog): Promise<void> {
  const { file } = log;
  await log.discard();
  if (file === undefined) return;
  rmSync(file, { force: true });
  rmSync(indexPath(file), { force: true });
}

function createStore(path: string, platform: NodeJS.Platform, header: SessionHeader): Journal {
  const store = openAppendFile({ path, platform, expect: "new" });
  try {
    store.append(`${JSON.stringify(header)}\n`);
    return store;
  } catch (error) {
    store.close();
    rmSync(path, { force: true });
    throw error;
  }
}

function makeLog(
  { file, now, blobs, hide }: LogPlace,
  parts: Pick<SessionLogParts, "header" | "store" | "index" | "report">,
  coveredBytes: number,
): SessionLog {
  return new SessionLog({
    ...parts,
    file,
    now,
    blobs,
    hide,
    // An index beside the file fits as long as the file begins as it did.
    onClose: (log) => saveIndex(log, log.header === parts.header ? coveredBytes : 0),
  });
}

interface Loaded {
  readonly index: EntryIndex;
  readonly end: ScanEnd;
  /** How much of the file an index beside it covers. */
  readonly coveredBytes: number;
}

/** Finds the entries of a file that is only read, whoever writes it. */
export function indexSessionFile(path: string, { size, read }: SessionFile): EntryIndex {
  return load({ path, size, read }, newReport()).index;
}

function load(store: Pick<Journal, "path" | "size" | "read">, report: LoadReport): Loaded {
  const read: ReadAt = (offset, length, target) => store.read(offset, length, target);
  const indexed =
    store.size >= INDEX_FROM_BYTES ? readIndex(indexPath(store.path), read, store.size) : undefined;
  const index = indexed?.index ?? new EntryIndex();
  const coveredBytes = indexed?.covered.bytes ?? 0;
  const end = scanLog(read, store.size, coveredBytes, {
    // Was read already, when the file was asked for its version.
    header: () => {},
    line: (line) => index.addLine(line),
    entry: (found) => index.add(found),
    unreadable: (line) => report.unreadableLines.push(line),
  });
  report.tornBytes = end.tornBytes;
  return { index, end, coveredBytes };
}

/**
 * Rewrites a file of an older format, once; unreadable lines keep their place and bytes. Returns the
 * header that the file now has.
 */
function migrateFile(store: Journal): SessionHeader | undefined {
  const read: ReadAt = (offset, length) => store.read(offset, length);
  const header = readHeader(read);
  if (header === undefined || versionOf(header) >= SESSION_VERSION) return header;
  const text = store.read(0, store.size).toString("utf8");
  const raw = text.split("\n");
  const lines = raw.map((line) => parseObject(Buffer.from(line)));
  const taken = new Set(lines.map((line) => line?.["id"]));
  const migrated = migrateLines(lines, () => {
    const id = newEntryId((candidate) => taken.has(candidate));
    taken.add(id);
    return id;
  });
  if (migrated === undefined) return header;
  const joined = migrated
    .map((line, index) => (line === undefined ? raw[index] : JSON.stringify(line)))
    .join("\n");
  store.replace([Buffer.from(joined, "utf8")]);
  return readHeader(read);
}

/** Writes the index anew when what it would spare the next opening is worth it. */
function saveIndex(log: SessionLog, coveredBytes: number): void {
  const { file, index } = log;
  const last = index.at(index.count - 1);
  if (file === undefined || last === undefined) return;
  const bytes = last.offset + last.length + 1;
  if (bytes - coveredBytes < INDEX_FROM_BYTES || !existsSync(file)) return;
  writeIndex(indexPath(file), index, { bytes, fingerprint: fingerprint(log.readBytes, bytes) });
}

function newHeader(place: LogPlace, header: Partial<SessionHeader> = {}): SessionHeader {
  return {
    type: "session",
    version: SESSION_VERSION,
    id: newSessionId(),
    timestamp: new Date(place.now()).toISOString(),
    cwd: place.cwd,
    ...header,
  };
}

/** The id that the name of a session file tells, or a new one. */
export function idInName(file: string): string {
  return /_([^_]+)\.jsonl$/.exec(basename(file))?.[1] ?? newSessionId();
}

function newReport(): LoadReport {
  return { tornBytes: 0, unreadableLines: [], missingBlobs: [] };
}
