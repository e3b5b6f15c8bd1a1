// One session's durable truth and its only writer. An entry is in the file when `append` returns; the
// tree never holds what the file does not.
import { readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { type AppendFile, openAppendFile } from "../../platform/append-file.ts";
import type { BlobStore } from "./blob-store.ts";
import { type NewEntry, type SessionEntry, type SessionHeader, SESSION_VERSION } from "./entry.ts";
import { newEntryId, newSessionId } from "./entry-id.ts";
import { fromPersisted, toPersisted } from "./persisted-form.ts";
import { type LoadReport, readLog } from "./read-log.ts";
import { SessionTree } from "./session-tree.ts";

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

/** Begins a session. */
export function createSessionLog(
  place: LogPlace,
  header: Partial<Pick<SessionHeader, "id" | "title" | "titleSource" | "parentSession">> = {},
): SessionLog {
  const { file, cwd, platform, now, blobs } = place;
  const whole: SessionHeader = {
    type: "session",
    version: SESSION_VERSION,
    id: header.id ?? newSessionId(),
    timestamp: new Date(now()).toISOString(),
    cwd,
    ...header,
  };
  const store =
    file === undefined ? undefined : openAppendFile({ path: file, platform, mustBeNew: true });
  store?.append(`${JSON.stringify(whole)}\n`);
  return new SessionLog({
    header: whole,
    store,
    now,
    blobs,
    tree: new SessionTree(),
    report: undefined,
  });
}

/** Opens a session file for going on with it; takes the writer's lock. */
export function openSessionLog(place: LogPlace & { file: string }): SessionLog {
  const { file, cwd, platform, now, blobs } = place;
  const store = openAppendFile({ path: file, platform });
  const idInName = /_([^_]+)\.jsonl$/.exec(basename(file))?.[1];
  const loaded = readLog(readFileSync(file), { id: idInName ?? newSessionId(), cwd });
  if (store.size === 0) store.append(`${JSON.stringify(loaded.header)}\n`);
  if (loaded.report.tornBytes > 0) store.cutTo(loaded.soundBytes);
  else if (loaded.needsLineBreak) store.append("\n");
  const tree = new SessionTree();
  const { header, report } = loaded;
  for (const entry of loaded.entries) tree.add(withImages(entry, blobs, report));
  return new SessionLog({ header, store, now, blobs, tree, report });
}

function withImages(
  entry: SessionEntry,
  blobs: BlobStore | undefined,
  report: LoadReport,
): SessionEntry {
  if (blobs === undefined) return entry;
  return fromPersisted(entry, blobs, (reference) =>
    report.missingBlobs.push(reference),
  ) as SessionEntry;
}

interface SessionLogParts {
  readonly header: SessionHeader;
  readonly store: AppendFile | undefined;
  readonly now: () => number;
  readonly blobs: BlobStore | undefined;
  readonly tree: SessionTree;
  readonly report: LoadReport | undefined;
}

/** An open session. */
export class SessionLog implements Disposable {
  readonly header: SessionHeader;
  /** What loading found wrong, for a session that was opened. */
  readonly report: LoadReport | undefined;
  readonly #store: AppendFile | undefined;
  readonly #tree: SessionTree;
  readonly #now: () => number;
  readonly #blobs: BlobStore | undefined;

  constructor({ header, store, now, blobs, tree, report }: SessionLogParts) {
    this.#blobs = blobs;
    this.header = header;
    this.report = report;
    this.#store = store;
    this.#tree = tree;
    this.#now = now;
  }

  /** Path of the session file; undefined for a session in memory. */
  get file(): string | undefined {
    return this.#store?.path;
  }

  get tree(): Pick<SessionTree, "entries" | "leafId" | "get" | "has" | "path"> {
    return this.#tree;
  }

  /** Writes an entry below the leaf and makes it the leaf. Throws, with nothing changed, if it cannot. */
  append(entry: NewEntry): SessionEntry {
    const { type, ...fields } = entry;
    const whole = {
      type,
      id: newEntryId((id) => this.#tree.has(id)),
      parentId: this.#tree.leafId,
      timestamp: new Date(this.#now()).toISOString(),
      ...fields,
    } as SessionEntry;
    const written = this.#blobs === undefined ? whole : toPersisted(whole, this.#blobs);
    this.#store?.append(`${JSON.stringify(written)}\n`);
    this.#tree.add(whole);
    return whole;
  }

  /** Resolves once everything appended so far survives a power cut. */
  async sync(): Promise<void> {
    await this.#store?.sync();
  }

  /** Goes on from another entry; `null` starts a new root. */
  branch(entryId: string | null): boolean {
    return this.#tree.moveLeaf(entryId);
  }

  close(): void {
    this.#store?.close();
  }

  /** Closes and removes the file: for a session in which nothing was ever answered. */
  discard(): void {
    this.close();
    if (this.#store !== undefined) rmSync(this.#store.path, { force: true });
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
