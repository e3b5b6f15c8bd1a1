// One session's durable truth and its only writer. An entry is in the file when `append` returns; bodies
// are read back from the file when they are needed.
import type { BlobStore } from "./blob-store.ts";
import type { NewEntry, SessionEntry, SessionHeader } from "./entry.ts";
import type { EntryIndex, EntryRef } from "./entry-index.ts";
import { newEntryId } from "./entry-id.ts";
import { fromPersisted, hasPersistedForm, toPersisted } from "./persisted-form.ts";
import { headerBytes, headerLine } from "./header-line.ts";
import type { Journal } from "./journal.ts";
import { parseObject } from "./scan-log.ts";

const COPY_BYTES = 1 << 20;
/** What is read for nothing rather than asking twice. */
const GAP_BYTES = 4096;

/** What loading met that was not as it should be. */
export interface LoadReport {
  /** Bytes of an unfinished last line, which were cut off. */
  tornBytes: number;
  /** Line numbers (from 1) that are no entry; they stay in the file. */
  unreadableLines: number[];
  /** References to images that are no longer in the blob store. */
  missingBlobs: string[];
  /** Set when the first line is no session header; one was made up, the file keeps its line. */
  headerProblem?: string;
}

/** The same data without what must not be written down. */
export type HideSecrets = <Value>(value: Value) => Value;

/** What an open session is made of. */
export interface SessionLogParts {
  readonly header: SessionHeader;
  /** Path of the session file; undefined where there is none. */
  readonly file: string | undefined;
  /** Absent for a session in memory. */
  readonly store: Journal | undefined;
  readonly index: EntryIndex;
  readonly now: () => number;
  readonly blobs: BlobStore | undefined;
  readonly report: LoadReport;
  readonly hide?: HideSecrets | undefined;
  /** Called once when the log closes, while its file is still open. */
  readonly onClose?: (log: SessionLog) => void;
}

/** An open session. */
export class SessionLog implements Disposable {
  readonly report: LoadReport;
  #header: SessionHeader;
  readonly #parts: SessionLogParts;
  readonly #index: EntryIndex;
  /** Bodies of a session that is kept nowhere else. */
  readonly #bodies: SessionEntry[] = [];
  #isClosed = false;

  constructor(parts: SessionLogParts) {
    this.#header = parts.header;
    this.report = parts.report;
    this.#parts = parts;
    this.#index = parts.index;
  }

  get header(): SessionHeader {
    return this.#header;
  }

  /** Path of the session file; undefined for a session in memory or in a storage. */
  get file(): string | undefined {
    return this.#parts.file;
  }

  /** Where the session can be found again, in a file or a storage; undefined for one in memory. */
  get storedAs(): string | undefined {
    return this.#parts.store?.path;
  }

  /** Number of entries. */
  get count(): number {
    return this.#index.count;
  }

  get leafId(): string | null {
    return this.#index.leaf?.id ?? null;
  }

  get index(): EntryIndex {
    return this.#index;
  }

  /** Where large content lies; undefined where nothing is kept. */
  get blobs(): BlobStore | undefined {
    return this.#parts.blobs;
  }

  /** Writes an entry below the leaf and makes it the leaf. Throws, with nothing changed, if it cannot. */
  append(entry: NewEntry): SessionEntry {
    const { store, blobs, now } = this.#parts;
    const { type, ...fields } = this.hide(entry);
    const place = {
      type,
      id: newEntryId((id) => this.#index.ordinalOf(id) !== undefined),
      parentId: this.leafId,
      timestamp: new Date(now()).toISOString(),
    };
    const whole = { ...place, ...fields } as SessionEntry;
    const offset = store?.size ?? 0;
    if (store === undefined) {
      this.#bodies.push(whole);
    } else {
      const line = JSON.stringify(blobs === undefined ? whole : toPersisted(whole, blobs));
      store.append(`${line}\n`);
    }
    const length = store === undefined ? 0 : store.size - offset - 1;
    this.#index.add({ ...place, offset, length });
    return whole;
  }

  /** The data as this log would write it down. */
  hide<Value>(value: Value): Value {
    return this.#parts.hide?.(value) ?? value;
  }

  /** The entry behind a reference, or undefined when its line turns out to be damaged. */
  read(ref: EntryRef): SessionEntry | undefined {
    const { store } = this.#parts;
    if (store === undefined) return this.#bodies[ref.ordinal];
    return this.#parse(ref, store.read(ref.offset, ref.length));
  }

  /** The entries behind many references, which should be in file order; neighbours are read together. */
  *readEach(refs: readonly EntryRef[]): Generator<SessionEntry> {
    const { store } = this.#parts;
    for (const { from, to, start, bytes } of spans(refs)) {
      const span = store?.read(start, bytes);
      for (let at = from; at < to; at++) {
        const ref = refs[at] as EntryRef;
        const entry =
          span === undefined
            ? this.read(ref)
            : this.#parse(ref, span.subarray(ref.offset - start, ref.offset - start + ref.length));
        if (entry !== undefined) yield entry;
      }
    }
  }

  #parse(ref: EntryRef, line: Buffer): SessionEntry | undefined {
    const { blobs } = this.#parts;
    const value = parseObject(line);
    if (value === undefined) return undefined;
    const onMissing = (reference: string): void => void this.report.missingBlobs.push(reference);
    const isAsItWas = blobs === undefined || !hasPersistedForm(line);
    const entry = (isAsItWas ? value : fromPersisted(value, blobs, onMissing)) as SessionEntry;
    if (entry.id === ref.id && entry.parentId === ref.parentId) return entry;
    // What an older or foreign line lacks is what the index gave it.
    return { ...entry, id: ref.id, parentId: ref.parentId };
  }

  /** Reads bytes of the file as it is; nothing for a session in memory. */
  readonly readBytes = (offset: number, length: number): Buffer =>
    this.#parts.store?.read(offset, length) ?? Buffer.alloc(0);

  /** The entry of that id. */
  get(id: string): SessionEntry | undefined {
    const ref = this.#index.find(id);
    return ref === undefined ? undefined : this.read(ref);
  }

  /** All entries in the order they were written, read one by one. */
  *entries(): Generator<SessionEntry> {
    for (let ordinal = 0; ordinal < this.count; ordinal++) {
      const entry = this.read(this.#index.at(ordinal) as EntryRef);
      if (entry !== undefined) yield entry;
    }
  }

  /** References from the root to `leafId`, or to the current leaf. */
  path(leafId: string | null = this.leafId): EntryRef[] {
    const leaf = leafId === null ? undefined : this.#leafRef(leafId);
    if (leaf === undefined) return [];
    const refs: EntryRef[] = [];
    for (const ordinal of this.#index.ancestors(leaf.ordinal))
      refs.push(this.#index.at(ordinal) as EntryRef);
    return refs.reverse();
  }

  /** Gives the session another header; the file is rewritten as a whole or, when that throws, not at all. */
  changeHeader(wanted: SessionHeader): void {
    const header = this.hide(wanted);
    const { store } = this.#parts;
    if (store !== undefined) {
      const sizeBefore = store.size;
      store.replace(withHeader(header, store));
      this.#index.shiftBy(store.size - sizeBefore);
    }
    this.#header = header;
  }

  /** Resolves once everything appended so far survives a power cut. */
  async sync(): Promise<void> {
    await this.#parts.store?.sync();
  }

  /** Goes on from another entry; `null` starts a new root. False when there is no such entry. */
  branch(entryId: string | null): boolean {
    const ref = entryId === null ? undefined : this.#index.find(entryId);
    if (entryId !== null && ref === undefined) return false;
    this.#index.moveLeaf(ref);
    return true;
  }

  /** Closes the session and takes back what a storage holds of it. */
  async discard(): Promise<void> {
    this.close();
    await this.#parts.store?.discard?.();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#parts.onClose?.(this);
    this.#parts.store?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Of entries that share an id, the one that is the leaf. */
  #leafRef(id: string): EntryRef | undefined {
    const { leaf } = this.#index;
    return leaf?.id === id ? leaf : this.#index.find(id);
  }
}

/** References whose lines lie together, up to a megabyte at a time. */
function* spans(
  refs: readonly EntryRef[],
): Generator<{ from: number; to: number; start: number; bytes: number }> {
  for (let from = 0; from < refs.length;) {
    const { offset: start, length } = refs[from] as EntryRef;
    let [to, end] = [from + 1, start + length];
    for (let next = refs[to]; next !== undefined; next = refs[++to]) {
      const nextEnd = next.offset + next.length;
      if (next.offset < end || next.offset - end > GAP_BYTES || nextEnd - start > COPY_BYTES) break;
      end = nextEnd;
    }
    yield { from, to, start, bytes: end - start };
    from = to;
  }
}

/** The file with another header; a first line that was none moves down and stays. */
function* withHeader(header: SessionHeader, store: Journal): Generator<Buffer> {
  yield headerLine(header);
  const read = (offset: number, length: number): Buffer => store.read(offset, length);
  for (let at = headerBytes(read); at < store.size; at += COPY_BYTES)
    yield store.read(at, Math.min(COPY_BYTES, store.size - at));
}
