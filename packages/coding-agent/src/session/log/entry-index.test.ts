// The quick way of reading a line and the slow one agree, and an index finds each entry by its id and
// parent whatever the ids look like, also after it was written out and taken up again.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { EntryIndex, type EntryRef } from "./entry-index.ts";
import { TYPES } from "./plain-line.ts";
import { type ReadAt, scanLog } from "./scan-log.ts";

interface Line {
  readonly type: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string;
  readonly text: string;
}

const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"","cwd":"/w"}\n';
const ids = fc.oneof(
  fc.constantFrom("00000001", "00000002", "00000003", "aaaaaaaa", "\u0000\u0000\u0000\u0000abcd"),
  fc.string({ maxLength: 9 }),
  fc.stringMatching(/^[0-9a-f]{8}$/),
);
const lines: fc.Arbitrary<Line[]> = fc.array(
  fc.record({
    type: fc.oneof(fc.constantFrom(...TYPES), fc.constant("from_the_future")),
    id: ids,
    parentId: fc.option(ids),
    timestamp: fc.constant("2026-01-01T00:00:00.000Z"),
    text: fc.string(),
  }),
  { maxLength: 150 },
);

/** Scans text from memory. */
function indexOf(text: string, start = 0, index = new EntryIndex()): EntryIndex {
  const bytes = Buffer.from(text, "utf8");
  const read: ReadAt = (offset, length, target) => {
    const part = bytes.subarray(offset, offset + length);
    if (target === undefined) return Buffer.from(part);
    return target.subarray(0, part.copy(target));
  };
  scanLog(read, bytes.length, start, {
    header: () => {},
    line: (line) => index.addLine(line),
    entry: (entry) => index.add(entry),
    unreadable: (line) => expect.unreachable(`line ${line}`),
  });
  return index;
}

function refsOf(index: EntryIndex): Omit<EntryRef, "offset" | "length">[] {
  return Array.from({ length: index.count }, (_, ordinal) => {
    const { offset: _offset, length: _length, ...ref } = index.at(ordinal) as EntryRef;
    return ref;
  });
}

const asWritten = (line: Line): string => `${JSON.stringify(line)}\n`;
const asOthersWrite = (line: Line): string => ` ${JSON.stringify(line)} \n`;
const textOf = (all: readonly Line[], write: (line: Line) => string): string =>
  HEADER + all.map(write).join("");

function expectedRefs(all: readonly Line[]): ReturnType<typeof refsOf> {
  return all.map(({ id, parentId, type }, ordinal) => {
    const isKnown = TYPES.includes(type as (typeof TYPES)[number]);
    return { ordinal, id, parentId, type: isKnown ? (type as EntryRef["type"]) : "other" };
  });
}

test("both ways of reading lines find the same entries", () => {
  fc.assert(
    fc.property(lines, (all) => {
      const expected = expectedRefs(all);
      expect(refsOf(indexOf(textOf(all, asWritten)))).toEqual(expected);
      expect(refsOf(indexOf(textOf(all, asOthersWrite)))).toEqual(expected);
    }),
  );
});

test("offsets and lengths cut each line out of the file, before and after a shift", () => {
  fc.assert(
    fc.property(lines, (all) => {
      const text = textOf(all, asWritten);
      const index = indexOf(text);
      const moved = Buffer.from(`${"x".repeat(13)}${text}`, "utf8");
      index.shiftBy(13);
      const { columns, oddities } = index.toColumns();
      for (const shifted of [index, new EntryIndex(columns, oddities)]) {
        const cut = all.map((_, ordinal) => {
          const { offset, length } = shifted.at(ordinal) as EntryRef;
          return moved.subarray(offset, offset + length + 1).toString("utf8");
        });
        expect(cut).toEqual(all.map(asWritten));
      }
    }),
  );
});

test("an index that was written out half way and goes on equals one that was not", () => {
  fc.assert(
    fc.property(lines, fc.nat(), (all, at) => {
      const half = all.slice(0, at % (all.length + 1));
      const text = textOf(all, asWritten);
      const { columns, oddities } = indexOf(textOf(half, asWritten)).toColumns();
      const start = Buffer.byteLength(textOf(half, asWritten));
      const resumed = indexOf(text, start, new EntryIndex(columns, oddities));
      expect(refsOf(resumed)).toEqual(refsOf(indexOf(text)));
      for (const { id } of all)
        expect(resumed.ordinalOf(id)).toBe(all.findIndex((line) => line.id === id));
    }),
  );
});

test("every chain of parents ends", () => {
  fc.assert(
    fc.property(lines, (all) => {
      const index = indexOf(textOf(all, asWritten));
      for (let ordinal = 0; ordinal < index.count; ordinal++) {
        const chain = [...index.ancestors(ordinal)];
        expect(new Set(chain).size).toBe(chain.length);
      }
    }),
  );
});

test("lines longer than a window are found, in the usual form and in another", () => {
  const long = "y".repeat(2_500_000);
  const base = { parentId: null, timestamp: "2026-01-01T00:00:00.000Z" };
  const all = [
    { type: "message", id: "00000001", ...base, text: long },
    { type: "message", id: "odd", ...base, text: long },
    { type: "label", id: "00000002", ...base, text: "" },
  ];
  expect(refsOf(indexOf(textOf(all, asWritten)))).toEqual(expectedRefs(all));
});
