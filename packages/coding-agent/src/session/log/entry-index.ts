// Where each entry of a log lies and what it hangs on, without its body. The front part may be a mapped
// index file; what is added since is the tail.
import type { EntryType } from "./entry.ts";
import {
  type Columns,
  copyColumns,
  emptyColumns,
  fillSlots,
  grownColumns,
  NO_PARENT,
  type Oddities,
} from "./entry-columns.ts";
import { findSlot, plainIdOf, plainIdText, putSlot } from "./plain-id.ts";
import { type PlainLine, TYPES } from "./plain-line.ts";

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

/** Which ancestors are wanted. */
export interface AncestorWish {
  readonly kinds?: readonly (EntryType | "other")[];
  readonly max?: number;
  /** Ordinal of the last one to look at. */
  readonly until?: number;
}

/** The entries of one log. Grows at its end only. */
export class EntryIndex {
  readonly #front: Columns;
  #tail: Columns;
  #tailCount = 0;
  readonly #oddIds: Map<number, string>;
  readonly #oddOrdinals: Map<string, number>;
  readonly #strayParents: Map<number, string>;
  #leaf: number;
  /** What is to be added to every stored offset. */
  #shift = 0;

  constructor(
    front: Columns = emptyColumns(0),
    oddities: Oddities = { ids: [], strayParents: [] },
  ) {
    this.#front = front;
    this.#tail = emptyColumns(64);
    this.#oddIds = new Map(oddities.ids);
    this.#oddOrdinals = new Map(oddities.ids.toReversed().map(([ordinal, id]) => [id, ordinal]));
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
  add(found: FoundEntry): void {
    const ordinal = this.count;
    const { id, parentId, offset, length } = found;
    const parent = parentId === null ? NO_PARENT : (this.ordinalOf(parentId) ?? NO_PARENT);
    if (parentId !== null && parent === NO_PARENT) this.#strayParents.set(ordinal, parentId);
    const plain = plainIdOf(id);
    if (plain === undefined) {
      this.#oddIds.set(ordinal, id);
      if (!this.#oddOrdinals.has(id)) this.#oddOrdinals.set(id, ordinal);
    }
    const type = Math.max(0, TYPES.indexOf(found.type as EntryType));
    this.#push({ type, low: plain?.low ?? 0, high: plain?.high ?? 0, offset, length }, parent);
  }

  /** Like `add`, for what a scan read in the usual form; makes no garbage. */
  addLine(line: PlainLine): void {
    let parent = NO_PARENT;
    if (line.hasParent) {
      parent = this.#findPlain(line.parentLow, line.parentHigh);
      if (parent === NO_PARENT)
        this.#strayParents.set(this.count, plainIdText(line.parentLow, line.parentHigh));
    }
    this.#push(line, parent);
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
      offset: (columns.offsets[at] as number) + this.#shift,
      length: columns.lengths[at] as number,
    };
  }

  find(id: string): EntryRef | undefined {
    const ordinal = this.ordinalOf(id);
    return ordinal === undefined ? undefined : this.at(ordinal);
  }

  /** The first entry of that id. */
  ordinalOf(id: string): number | undefined {
    const plain = plainIdOf(id);
    if (plain === undefined) return this.#oddOrdinals.get(id);
    const ordinal = this.#findPlain(plain.low, plain.high);
    return ordinal === NO_PARENT ? undefined : ordinal;
  }

  /** Moves the leaf; undefined starts a new root. */
  moveLeaf(ref: EntryRef | undefined): void {
    this.#leaf = ref?.ordinal ?? NO_PARENT;
  }

  /** Ordinals from an entry to its root, nearest first; ends where a file's parents run in a circle. */
  *ancestors(ordinal: number): Generator<number> {
    const seen = this.#strayParents.size > 0 ? new Set<number>() : undefined;
    for (let at = ordinal, parent = at; at !== NO_PARENT && !seen?.has(at); at = parent) {
      seen?.add(at);
      yield at;
      parent = this.parentOf(at);
      if (seen === undefined && parent >= at) return;
    }
  }

  /**
   * Of an entry and its ancestors down to `until`, nearest first, those of the given kinds; all kinds where none
   * are named. Made for paths of a million entries.
   */
  select(from: number, wish: AncestorWish = {}): number[] {
    if (this.#strayParents.size > 0) return this.#selectSlowly(from, wish);
    const { until = NO_PARENT, max = Number.POSITIVE_INFINITY } = wish;
    const wanted = kindTable(wish.kinds);
    const { parents, types } = this.#front;
    const { parents: tailParents, types: tailTypes } = this.#tail;
    const frontCount = this.#front.count;
    const found: number[] = [];
    for (let at = from; at !== NO_PARENT && found.length < max;) {
      const isTail = at >= frontCount;
      const kind = (isTail ? tailTypes[at - frontCount] : types[at]) as number;
      if (wanted[kind] === 1) found.push(at);
      if (at === until) break;
      const parent = (isTail ? tailParents[at - frontCount] : parents[at]) as number;
      // A parent stands before its children; an index that says otherwise is damaged.
      if (parent >= at) break;
      at = parent;
    }
    return found;
  }

  /** True for an entry itself and everything above it. */
  isAncestor(ancestor: number, of: number): boolean {
    if (this.#strayParents.size > 0) return [...this.ancestors(of)].includes(ancestor);
    for (let at = of, parent = at; ; at = parent) {
      if (at <= ancestor) return at === ancestor;
      parent = this.parentOf(at);
      if (parent >= at) return false;
    }
  }

  typeAt(ordinal: number): EntryType | "other" {
    const [columns, at] = this.#locate(ordinal);
    return TYPES[columns.types[at] as number] ?? "other";
  }

  /** Bytes of the entry's line. */
  lengthAt(ordinal: number): number {
    const [columns, at] = this.#locate(ordinal);
    return columns.lengths[at] as number;
  }

  /** Ordinal of the parent, or -1 for a root. */
  parentOf(ordinal: number): number {
    const [columns, at] = this.#locate(ordinal);
    const parent = columns.parents[at] as number;
    if (parent !== NO_PARENT) return parent;
    // A parent that stood later in a file than its child.
    const stray = this.#strayParents.get(ordinal);
    return stray === undefined ? NO_PARENT : (this.ordinalOf(stray) ?? NO_PARENT);
  }

  /** Says that every entry written so far now lies `bytes` further down in the file. */
  shiftBy(bytes: number): void {
    this.#shift += bytes;
  }

  /** Everything as plain columns, for writing. */
  toColumns(): { columns: Columns; oddities: Oddities } {
    const columns = emptyColumns(this.count);
    copyColumns(this.#front, this.#front.count, columns, 0);
    copyColumns(this.#tail, this.#tailCount, columns, this.#front.count);
    fillSlots(columns, this.count);
    if (this.#shift !== 0)
      for (let at = 0; at < this.count; at++)
        columns.offsets[at] = (columns.offsets[at] as number) + this.#shift;
    return {
      columns: { ...columns, count: this.count },
      oddities: { ids: [...this.#oddIds], strayParents: [...this.#strayParents] },
    };
  }

  /** For a file whose parents may stand later than their children, or run in a circle. */
  #selectSlowly(from: number, wish: AncestorWish): number[] {
    const { until = NO_PARENT, max = Number.POSITIVE_INFINITY } = wish;
    const wanted = kindTable(wish.kinds);
    const found: number[] = [];
    for (const at of this.ancestors(from)) {
      if (found.length >= max) break;
      if (wanted[TYPES.indexOf(this.typeAt(at))] === 1) found.push(at);
      if (at === until) break;
    }
    return found;
  }

  #push(line: Omit<PlainLine, "hasParent" | "parentLow" | "parentHigh">, parent: number): void {
    if (this.#tailCount === this.#tail.types.length)
      this.#tail = grownColumns(this.#tail, this.#tailCount);
    const tail = this.#tail;
    const at = this.#tailCount++;
    tail.offsets[at] = line.offset - this.#shift;
    tail.lengths[at] = line.length;
    tail.parents[at] = parent;
    tail.types[at] = line.type;
    tail.ids[at * 2] = line.low;
    tail.ids[at * 2 + 1] = line.high;
    putSlot(tail.slots, tail.ids, at);
    this.#leaf = this.#front.count + at;
  }

  #findPlain(low: number, high: number): number {
    const inFront = findSlot(this.#front.slots, this.#front.ids, low, high);
    if (inFront >= 0) return inFront;
    const inTail = findSlot(this.#tail.slots, this.#tail.ids, low, high);
    return inTail < 0 ? NO_PARENT : this.#front.count + inTail;
  }

  #locate(ordinal: number): [Columns, number] {
    const inFront = ordinal < this.#front.count;
    return inFront ? [this.#front, ordinal] : [this.#tail, ordinal - this.#front.count];
  }

  #idAt(ordinal: number): string {
    const odd = this.#oddIds.size > 0 ? this.#oddIds.get(ordinal) : undefined;
    if (odd !== undefined) return odd;
    const [{ ids }, at] = this.#locate(ordinal);
    return plainIdText(ids[at * 2] as number, ids[at * 2 + 1] as number);
  }
}

/** 1 for each number of a kind that is wanted. */
function kindTable(kinds: AncestorWish["kinds"]): Uint8Array {
  return Uint8Array.from(TYPES, (kind) => (kinds === undefined || kinds.includes(kind) ? 1 : 0));
}
