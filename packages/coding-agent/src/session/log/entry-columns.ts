// The columns in which an index holds its entries: a few bytes for each, so that a million of them are
// small in memory, and can be mapped from a file as they are.
import { putSlot, slotsFor } from "./plain-id.ts";

/** Marks an entry without a parent in the log. */
export const NO_PARENT = -1;

/** Columns of consecutive entries. */
export interface Columns {
  readonly count: number;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly parents: Int32Array;
  /** Two integers for each id; zeros where it does not fit. */
  readonly ids: Int32Array;
  readonly types: Uint8Array;
  /** Finds an entry by its id. */
  readonly slots: Int32Array;
}

/** Names that are not of eight plain characters, and parents that are not in the log before their child. */
export interface Oddities {
  readonly ids: [ordinal: number, id: string][];
  readonly strayParents: [ordinal: number, parentId: string][];
}

/** Columns with room for `capacity` entries. */
export function emptyColumns(capacity: number): Columns {
  return {
    count: 0,
    offsets: new Float64Array(capacity),
    lengths: new Uint32Array(capacity),
    parents: new Int32Array(capacity),
    ids: new Int32Array(capacity * 2),
    types: new Uint8Array(capacity),
    slots: new Int32Array(slotsFor(capacity)),
  };
}

/** The same entries with room for twice as many. */
export function grownColumns(columns: Columns, count: number): Columns {
  const grown = emptyColumns(columns.types.length * 2);
  copyColumns(columns, count, grown, 0);
  fillSlots(grown, count);
  return grown;
}

/** Copies the first `count` entries to position `at` of another set, without their slots. */
export function copyColumns(from: Columns, count: number, to: Columns, at: number): void {
  for (const name of ["offsets", "lengths", "parents", "types"] as const)
    to[name].set(from[name].subarray(0, count), at);
  to.ids.set(from.ids.subarray(0, count * 2), at * 2);
}

/** Enters the first `count` ids into the slots, which must be empty. */
export function fillSlots({ slots, ids }: Columns, count: number): void {
  for (let position = 0; position < count; position++) putSlot(slots, ids, position);
}
