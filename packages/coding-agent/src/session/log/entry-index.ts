// Where each entry of a log lies and what it hangs on, without its body: a few bytes for each entry in typed
// arrays, so that a million of them open at once. The front part may be a mapped index file.
import type { EntryType } from "./entry.ts";

/** What is known of an entry before its body is read. */
export interface EntryRef {
  /** Place in the order of writing, from 0. */
  readonly ordinal: number;
  readonly id: string;
  readonly parentId: string | null;
  /** A known kind, or `other` for one that this version does not know. */
  readonly type: EntryType | "other";
  /** Where its line lies in the file. */
  readonly offset: number;
  readonly length: number;
}

/** An entry as a scan finds it. */
export type FoundEntry = Omit<EntryRef, "ordinal" | "type"> & { readonly type: string };

const TYPES: readonly (EntryType | "other")[] = [
  "other",
  "message",
  "model_change",
  "thinking_level_change",
  "service_tier_change",
  "compaction",
  "branch_summary",
  "custom",
  "custom_message",
  "label",
  "ttsr_injection",
  "session_init",
  "mode_change",
  "mcp_tool_selection",
];
const NO_PARENT = -1;
/** Up to this many entries a table costs nothing worth avoiding. */
const SEARCH_FROM = 10_000;
const SEARCHES_BEFORE_TABLE = 64;
const ID_BYTES = 8;
const PLAIN_ID = /^[\x21-\x7e]{8}$/;

/** Columns of consecutive entries; `ids` holds eight bytes for each. */
export interface Columns {
  readonly count: number;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly parents: Int32Array;
  readonly types: Uint8Array;
  readonly ids: Uint8Array;
}

/** Names that do not fit into eight bytes, and parents that are not in the log. */
export interface Oddities {
  readonly ids: [ordinal: number, id: string][];
  readonly strayParents: [ordinal: number, parentId: string][];
}

/** The entries of one log. Grows at its end only. */
export class EntryIndex {
  readonly #front: Columns;
  #tail: Columns;
  #tailCount = 0;
  readonly #oddIds: Map<number, string>;
  readonly #strayParents: Map<number, string>;
  /** Ordinals by id; made when first needed, the first entry with an id keeps it. */
  #byId: Map<string, number> | undefined;
  #searches = 0;
  #leaf = NO_PARENT;

  constructor(
    front: Columns = emptyColumns(0),
    oddities: Oddities = { ids: [], strayParents: [] },
  ) {
    this.#front = front;
    this.#tail = emptyColumns(64);
    this.#oddIds = new Map(oddities.ids);
    this.#strayParents = new Map(oddities.strayParents);
    this.#leaf = front.count - 1;
  }

  get count(): number {
    return this.#front.count + this.#tailCount;
  }

  /** The entry below which the log goes on; undefined for a new root. */
  get leaf(): EntryRef | undefined {
    return this.at(this.#leaf);
  }

  /** Adds an entry and makes it the leaf. */
  add(found: FoundEntry): EntryRef {
    if (this.#tailCount === this.#tail.offsets.length) this.#tail = grownColumns(this.#tail);
    const ordinal = this.count;
    const at = this.#tailCount++;
    const parent =
      found.parentId === null ? NO_PARENT : (this.ordinalOf(found.parentId) ?? NO_PARENT);
    if (found.parentId !== null && parent === NO_PARENT)
      this.#strayParents.set(ordinal, found.parentId);
    this.#tail.offsets[at] = found.offset;
    this.#tail.lengths[at] = found.length;
    this.#tail.parents[at] = parent;
    this.#tail.types[at] = Math.max(0, TYPES.indexOf(found.type as EntryType));
    if (!putId(this.#tail.ids, at, found.id)) this.#oddIds.set(ordinal, found.id);
    if (this.#byId !== undefined && !this.#byId.has(found.id)) this.#byId.set(found.id, ordinal);
    this.#leaf = ordinal;
    return this.at(ordinal) as EntryRef;
  }

  at(ordinal: number): EntryRef | undefined {
    if (ordinal < 0 || ordinal >= this.count) return undefined;
    const [columns, at] = this.#locate(ordinal);
    const parent = columns.parents[at] as number;
    return {
      ordinal,
      id: this.#idAt(ordinal),
      parentId:
        parent === NO_PARENT ? (this.#strayParents.get(ordinal) ?? null) : this.#idAt(parent),
      type: TYPES[columns.types[at] as number] ?? "other",
      offset: columns.offsets[at] as number,
      length: columns.lengths[at] as number,
    };
  }

  find(id: string): EntryRef | undefined {
    const ordinal = this.ordinalOf(id);
    return ordinal === undefined ? undefined : this.at(ordinal);
  }

  /** The first entry of that id. A table is made only when many are asked for. */
  ordinalOf(id: string): number | undefined {
    const last = this.count - 1;
    if (this.#byId === undefined) {
      if (last >= 0 && this.#idAt(last) === id) return last;
      if (this.count > SEARCH_FROM && this.#searches++ < SEARCHES_BEFORE_TABLE)
        return this.#search(id);
    }
    this.#byId ??= this.#makeTable();
    return this.#byId.get(id);
  }

  /** Moves the leaf; undefined starts a new root. */
  moveLeaf(ref: EntryRef | undefined): void {
    this.#leaf = ref?.ordinal ?? NO_PARENT;
  }

  /** Ordinals from an entry to its root, nearest first; ends where a file's parents run in a circle. */
  *ancestors(ordinal: number): Generator<number> {
    const seen = this.#strayParents.size > 0 ? new Set<number>() : undefined;
    for (let at = ordinal; at !== NO_PARENT && !seen?.has(at); at = this.#parentOf(at)) {
      seen?.add(at);
      yield at;
    }
  }

  typeAt(ordinal: number): EntryType | "other" {
    const [columns, at] = this.#locate(ordinal);
    return TYPES[columns.types[at] as number] ?? "other";
  }

  /** Everything as plain columns, for writing. */
  toColumns(): { columns: Columns; oddities: Oddities } {
    const columns = emptyColumns(this.count);
    for (const name of ["offsets", "lengths", "parents", "types", "ids"] as const) {
      const width = name === "ids" ? ID_BYTES : 1;
      columns[name].set(this.#front[name].subarray(0, this.#front.count * width));
      columns[name].set(
        this.#tail[name].subarray(0, this.#tailCount * width),
        this.#front.count * width,
      );
    }
    return {
      columns: { ...columns, count: this.count },
      oddities: { ids: [...this.#oddIds], strayParents: [...this.#strayParents] },
    };
  }

  #parentOf(ordinal: number): number {
    const [columns, at] = this.#locate(ordinal);
    const parent = columns.parents[at] as number;
    if (parent !== NO_PARENT) return parent;
    // A parent that stood later in a file than its child.
    const stray = this.#strayParents.get(ordinal);
    return stray === undefined ? NO_PARENT : (this.ordinalOf(stray) ?? NO_PARENT);
  }

  #locate(ordinal: number): [Columns, number] {
    const inFront = ordinal < this.#front.count;
    return inFront ? [this.#front, ordinal] : [this.#tail, ordinal - this.#front.count];
  }

  #idAt(ordinal: number): string {
    const odd = this.#oddIds.size > 0 ? this.#oddIds.get(ordinal) : undefined;
    if (odd !== undefined) return odd;
    const [columns, at] = this.#locate(ordinal);
    return String.fromCharCode(...columns.ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES));
  }

  /** Finds an id in the columns themselves: a scan of eight bytes an entry. */
  #search(id: string): number | undefined {
    for (const [ordinal, odd] of this.#oddIds) if (odd === id) return ordinal;
    const inFront = findId(this.#front.ids, this.#front.count, id);
    if (inFront !== undefined) return inFront;
    const inTail = findId(this.#tail.ids, this.#tailCount, id);
    return inTail === undefined ? undefined : this.#front.count + inTail;
  }

  #makeTable(): Map<string, number> {
    const table = new Map<string, number>();
    for (let ordinal = 0; ordinal < this.count; ordinal++) {
      const id = this.#idAt(ordinal);
      if (!table.has(id)) table.set(id, ordinal);
    }
    return table;
  }
}

/** Columns with room for `capacity` entries. */
function emptyColumns(capacity: number): Columns {
  return {
    count: 0,
    offsets: new Float64Array(capacity),
    lengths: new Uint32Array(capacity),
    parents: new Int32Array(capacity),
    types: new Uint8Array(capacity),
    ids: new Uint8Array(capacity * ID_BYTES),
  };
}

function grownColumns(columns: Columns): Columns {
  const grown = emptyColumns(columns.offsets.length * 2);
  for (const name of ["offsets", "lengths", "parents", "types", "ids"] as const)
    grown[name].set(columns[name]);
  return grown;
}

function findId(ids: Uint8Array, count: number, id: string): number | undefined {
  if (!PLAIN_ID.test(id)) return undefined;
  const bytes = Buffer.from(ids.buffer, ids.byteOffset, count * ID_BYTES);
  for (let from = 0; ;) {
    const found = bytes.indexOf(id, from, "latin1");
    if (found === -1) return undefined;
    if (found % ID_BYTES === 0) return found / ID_BYTES;
    from = found + 1;
  }
}

/** Stores an id of eight ASCII characters; false for any other. */
function putId(ids: Uint8Array, at: number, id: string): boolean {
  if (!PLAIN_ID.test(id)) return false;
  for (let index = 0; index < ID_BYTES; index++) ids[at * ID_BYTES + index] = id.charCodeAt(index);
  return true;
}
