// Bytes that have arrived and not been read yet. Joins pieces only when they are taken, so that a
// large body costs one copy.

/** A queue of received bytes. */
export interface ByteQueue {
  readonly length: number;
  push(bytes: Uint8Array): void;
  /** Removes and returns exactly `count` bytes; the caller has checked `length`. */
  take(count: number): Buffer;
  /** Offset of the first `needle`, or -1. */
  indexOf(needle: string): number;
  /** The byte at `offset`, or -1 past the end. */
  at(offset: number): number;
}

/** An empty queue. */
export function createByteQueue(): ByteQueue {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const joined = (): Buffer => {
    const whole = Buffer.concat(pieces);
    pieces = [whole];
    return whole;
  };
  return {
    get length() {
      return length;
    },
    push(bytes) {
      pieces.push(bytes);
      length += bytes.length;
    },
    take(count) {
      const whole = joined();
      pieces = [whole.subarray(count)];
      length -= count;
      return whole.subarray(0, count);
    },
    indexOf: (needle) => joined().indexOf(needle),
    at: (offset) => joined()[offset] ?? -1,
  };
}
