// Laws of the stream's way to the socket: bytes stay the same, sizes and places are exact.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { constants, gunzipSync } from "node:zlib";
import { reset, sendHeaders, stall, type Control } from "../parts.ts";
import { chunkSizes, cutPieces } from "./cut-pieces.ts";
import { gzipItems } from "./gzip-items.ts";
import { placeControls } from "./place-controls.ts";
import type { WireItem } from "./wire-item.ts";

const events = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 10 });
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 });

const isBytes = (item: WireItem): item is Uint8Array => item instanceof Uint8Array;
const bytesOf = (items: readonly WireItem[]): Buffer => Buffer.concat(items.filter(isBytes));

test("cutting keeps the bytes and gives every piece but the last its size", () => {
  fc.assert(
    fc.property(events, sizes, (items, cycle) => {
      const pieces = [...cutPieces(items, cycle)];
      expect(bytesOf(pieces)).toEqual(bytesOf(items));
      const lengths = pieces.filter(isBytes).map((piece) => piece.length);
      const asked = lengths.map((_, i) => cycle[i % cycle.length] ?? 0);
      expect(lengths.slice(0, -1)).toEqual(asked.slice(0, -1));
    }),
  );
});

test("what was gathered goes out before a control", () => {
  const control = sendHeaders();
  const pieces = [...cutPieces([Uint8Array.of(1, 2, 3), control, Uint8Array.of(4)], [2])];
  expect(pieces).toEqual(
    [Uint8Array.of(1, 2), Uint8Array.of(3), control, Uint8Array.of(4)].map(same),
  );
});

test("a control stands exactly after the bytes or events that it names", () => {
  fc.assert(
    fc.property(events, fc.nat(), fc.nat(), (items, byteSeed, eventSeed) => {
      const total = bytesOf(items).length;
      const afterBytes = byteSeed % (total + 1);
      const afterEvents = eventSeed % (items.length + 1);
      const byBytes = reset({ afterBytes });
      const byEvents = stall({ afterEvents });
      const placed = [...placeControls(items, [byBytes, byEvents])];
      expect(bytesOf(placed)).toEqual(bytesOf(items));
      expect(bytesBefore(placed, byBytes)).toBe(afterBytes);
      expect(bytesBefore(placed, byEvents)).toBe(bytesOf(items.slice(0, afterEvents)).length);
    }),
  );
});

test("a place that the stream does not reach is an error", () => {
  const items = [Uint8Array.of(1, 2)];
  expect(() => [...placeControls(items, [reset({ afterBytes: 3 })])]).toThrow(
    'cut at {"afterBytes":3} lies past the end of a reply of 2 bytes and 1 events',
  );
});

test("gzip undoes to the same bytes, and each event can be read when it has come", () => {
  fc.assert(
    fc.property(events, (items) => {
      const packed = [...gzipItems(items)];
      expect(unpack(packed).equals(bytesOf(items))).toBe(true);
      items.forEach((_, i) => {
        const soFar = unpack(packed.slice(0, i + 1));
        expect(soFar.equals(bytesOf(items.slice(0, i + 1)))).toBe(true);
      });
    }),
  );
});

test.each([[0], [-1], [1.5], [[2, 0]]])("chunkBytes %j is refused", (option) => {
  expect(() => chunkSizes(option)).toThrow("is not a whole number from 1 on");
});

function unpack(packed: readonly WireItem[]): Buffer {
  return gunzipSync(bytesOf(packed), { finishFlush: constants.Z_SYNC_FLUSH });
}

function bytesBefore(items: readonly WireItem[], control: Control): number {
  return bytesOf(items.slice(0, items.indexOf(control))).length;
}

/** Buffers and plain arrays with the same bytes compare as equal. */
function same(item: WireItem): WireItem {
  return isBytes(item) ? Buffer.from(item) : item;
}
