// Compresses a stream to gzip event by event, each flushed to a byte border, so that controls between
// events keep their places.
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { WireItem } from "./wire-item.ts";

const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
const emptyFinalBlock = Uint8Array.of(3, 0);

/** `items` with the bytes as one gzip member. */
export function* gzipItems(items: Iterable<WireItem>): Generator<WireItem> {
  let checksum = 0;
  let length = 0;
  let prefix = header;
  for (const item of items) {
    if (!(item instanceof Uint8Array)) {
      yield item;
      continue;
    }
    checksum = crc32(item, checksum);
    length += item.length;
    const block = deflateRawSync(item, { finishFlush: constants.Z_SYNC_FLUSH });
    yield Buffer.concat([prefix, block]);
    prefix = new Uint8Array(0);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  yield Buffer.concat([prefix, emptyFinalBlock, trailer]);
}
