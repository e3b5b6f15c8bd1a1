// Ids of eight visible ASCII characters as two integers, and a table that finds their entries. Made so that
// a million ids are read, compared and found without making a string.

/** Bytes of an id that fits. */
export const ID_BYTES = 8;

/** An id as two little-endian integers. */
export interface PlainId {
  low: number;
  high: number;
}

const PLAIN_ID = /^[\x21\x23-\x5b\x5d-\x7e]{8}$/;

/** The id as integers, or undefined when it is not of eight plain characters. */
export function plainIdOf(text: string): PlainId | undefined {
  if (!PLAIN_ID.test(text)) return undefined;
  const part = (at: number): number =>
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24);
  return { low: part(0), high: part(4) };
}

/** The characters of an id. */
export function plainIdText(low: number, high: number): string {
  return String.fromCharCode(
    low & 0xff,
    (low >> 8) & 0xff,
    (low >> 16) & 0xff,
    low >>> 24,
    high & 0xff,
    (high >> 8) & 0xff,
    (high >> 16) & 0xff,
    high >>> 24,
  );
}

/** Slots of a table that stays at most half full. */
export function slotsFor(count: number): number {
  let slots = 16;
  while (slots < count * 2) slots *= 2;
  return slots;
}

/** Where an id has its entry, or -1. `slots` holds positions + 1 into `ids`, which holds pairs. */
export function findSlot(slots: Int32Array, ids: Int32Array, low: number, high: number): number {
  if (slots.length === 0) return -1;
  const mask = slots.length - 1;
  for (let slot = hash(low, high) & mask; ; slot = (slot + 1) & mask) {
    const found = (slots[slot] ?? 0) - 1;
    if (found < 0) return -1;
    if (ids[found * 2] === low && ids[found * 2 + 1] === high) return found;
  }
}

/** Enters the id at `position` of `ids`; one that is there already keeps its place. */
export function putSlot(slots: Int32Array, ids: Int32Array, position: number): void {
  const low = ids[position * 2] as number;
  const high = ids[position * 2 + 1] as number;
  if (low === 0 && high === 0) return;
  const mask = slots.length - 1;
  let slot = hash(low, high) & mask;
  for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const taken = (slots[slot] as number) - 1;
    if (ids[taken * 2] === low && ids[taken * 2 + 1] === high) return;
  }
  slots[slot] = position + 1;
}

function hash(low: number, high: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca77), 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae3d) >>> 7;
}
