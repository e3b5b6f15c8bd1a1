// Cuts a stream's bytes to given sizes, over event borders and through characters.
import type { WireItem } from "./wire-item.ts";

/**
 * `items` with bytes in pieces of `sizes`, cycled. What is left over goes out before a control and at
 * the end. Without sizes everything passes as it is.
 */
export function* cutPieces(
  items: Iterable<WireItem>,
  sizes: readonly number[],
): Generator<WireItem> {
  if (sizes.length === 0) {
    yield* items;
    return;
  }
  let turn = 0;
  let held = new Uint8Array(0);
  for (const item of items) {
    if (!(item instanceof Uint8Array)) {
      if (held.length > 0) yield held;
      held = new Uint8Array(0);
      yield item;
      continue;
    }
    held = Buffer.concat([held, item]);
    for (let size = sizeAt(sizes, turn); held.length >= size; size = sizeAt(sizes, turn)) {
      yield held.subarray(0, size);
      held = held.subarray(size);
      turn += 1;
    }
  }
  if (held.length > 0) yield held;
}

/** The list form of a `chunkBytes` option, checked. */
export function chunkSizes(option: number | readonly number[] | undefined): readonly number[] {
  const sizes = option === undefined ? [] : typeof option === "number" ? [option] : option;
  const bad = sizes.find((size) => !Number.isInteger(size) || size < 1);
  if (bad !== undefined) throw new Error(`chunkBytes: ${bad} is not a whole number from 1 on`);
  return sizes;
}

function sizeAt(sizes: readonly number[], turn: number): number {
  return sizes[turn % sizes.length] ?? 1;
}
