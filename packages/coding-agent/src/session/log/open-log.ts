// Begins a session file or opens one: takes the writer's lock, cuts a torn last line, brings older
// formats up to date, and uses the index beside a large file.
import { existsSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { type AppendFile, openAppendFile } from "../../platform/append-file.ts";
import type { BlobStore } from "./blob-store.ts";
import { SESSION_VERSION, type SessionHeader } from "./entry.ts";
import { EntryIndex } from "./entry-index.ts";
import { newEntryId, newSessionId } from "./entry-id.ts";
import { fingerprint, indexPath, readIndex, writeIndex } from "./index-file.ts";
import { migrateLines, versionOf } from "./migrate.ts";
import { isHeader, parseObject, type ReadAt, scanLog, type ScanEnd } from "./scan-log.ts";
import { type LoadReport, SessionLog } from "./session-log.ts";

/** Where a session is kept: a file, or nowhere. */
export interface LogPlace {
  /** Path of the session file, or undefined to keep the session in memory only. */
  readonly file: string | undefined;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
  /** Where images are kept; without it they stay inline. */
  readonly blobs?: BlobStore;
}

/** Below this much unindexed text a scan is as fast as an index. */
const INDEX_FROM_BYTES = 4 << 20;

/** Begins a session. */
export function createSessionLog(
  place: LogPlace,
  header: Partial<Pick<SessionHeader, "id" | "title" | "titleSource" | "parentSession">> = {},
): SessionLog {
  const { file, platform, now, blobs } = place;
  const whole = newHeader(place, header);
  const store =
    file === undefined ? undefined : openAppendFile({ path: file, platform, mustBeNew: true });
  store?.append(`${JSON.stringify(whole)}\n`);
  return new SessionLog({
    header: whole,
    store,
    index: new EntryIndex(),
    now,
    blobs,
    report: newReport(),
    onClose: saveIndex,
  });
}

/** Opens a session file for going on with it. */
export function openSessionLog(place: LogPlace & { file: string }): SessionLog {
  const { file, platform, now, blobs } = place;
  const store = openAppendFile({ path: file, platform });
  try {
    const report = newReport();
    if (store.size === 0) store.append(`${JSON.stringify(newHeader(place))}\n`);
    migrateFile(store);
    const loaded = load(store, report);
    if (loaded.end.tornBytes > 0) store.cutTo(loaded.end.soundBytes);
    else if (loaded.end.needsLineBreak) store.append("\n");
    if (loaded.header === undefined)
      report.headerProblem = "the first line is not a session header";
    const header = loaded.header ?? newHeader(place, { id: idInName(file) });
    return new SessionLog({
      header,
      store,
      index: loaded.index,
      now,
      blobs,
      report,
      onClose: saveIndex,
    });
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Closes a session in which nothing was answered and removes what there is of it. */
export function discardSessionLog(log: SessionLog): void {
  const { file } = log;
  log.close();
  if (file === undefined) return;
  rmSync(file, { force: true });
  rmSync(indexPath(file), { force: true });
}

function load(
  store: AppendFile,
  report: LoadReport,
): { header: SessionHeader | undefined; index: EntryIndex; end: ScanEnd } {
  const read: ReadAt = (offset, length) => store.read(offset, length);
  const indexed =
    store.size >= INDEX_FROM_BYTES ? readIndex(indexPath(store.path), read, store.size) : undefined;
  const index = indexed?.index ?? new EntryIndex();
  let header = indexed === undefined ? undefined : readHeader(read);
  const end = scanLog(read, store.size, indexed?.covered.bytes ?? 0, {
    header: (found) => (header = found),
    entry: (found) => index.add(found),
    unreadable: (line) => report.unreadableLines.push(line),
  });
  report.tornBytes = end.tornBytes;
  return { header, index, end };
}

/** Rewrites a file of an older format, once; unreadable lines keep their place and bytes. */
function migrateFile(store: AppendFile): void {
  const read: ReadAt = (offset, length) => store.read(offset, length);
  const header = readHeader(read);
  if (header === undefined || versionOf(header) >= SESSION_VERSION) return;
  const text = store.read(0, store.size).toString("utf8");
  const raw = text.split("\n");
  const lines = raw.map((line) => parseObject(Buffer.from(line)));
  const taken = new Set(lines.map((line) => line?.["id"]));
  const migrated = migrateLines(lines, () => {
    const id = newEntryId((candidate) => taken.has(candidate));
    taken.add(id);
    return id;
  });
  if (migrated === undefined) return;
  const joined = migrated
    .map((line, index) => (line === undefined ? raw[index] : JSON.stringify(line)))
    .join("\n");
  store.replace(Buffer.from(joined, "utf8"));
}

function saveIndex(log: SessionLog): void {
  const { file, index } = log;
  const last = index.at(index.count - 1);
  if (file === undefined || last === undefined) return;
  const bytes = last.offset + last.length + 1;
  if (bytes < INDEX_FROM_BYTES || !existsSync(file)) return;
  writeIndex(indexPath(file), index, { bytes, fingerprint: fingerprint(log.readBytes, bytes) });
}

function readHeader(read: ReadAt): SessionHeader | undefined {
  for (let span = 4096; ; span *= 4) {
    const bytes = read(0, span);
    const end = bytes.indexOf(10);
    if (end === -1 && bytes.length === span) continue;
    const value = parseObject(end === -1 ? bytes : bytes.subarray(0, end));
    return isHeader(value) ? value : undefined;
  }
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

function idInName(file: string): string {
  return /_([^_]+)\.jsonl$/.exec(basename(file))?.[1] ?? newSessionId();
}

function newReport(): LoadReport {
  return { tornBytes: 0, unreadableLines: [], missingBlobs: [] };
}
