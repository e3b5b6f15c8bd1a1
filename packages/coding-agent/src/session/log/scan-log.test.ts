// A scan takes every line that can be read, in order, and passes over the others; against what was observed on the
// described system.
import { expect, test } from "bun:test";
import vectors from "./fixtures/parse.json";
import { scanLog } from "./scan-log.ts";

/** There a header was taken without an id; here it needs one. */
const withId = (text: string): string =>
  text.replace('{"type":"session"}', '{"type":"session","id":"s"}');

function typesIn(text: string): { types: string[]; unreadable: number[] } {
  const bytes = Buffer.from(text);
  const types: string[] = [];
  const unreadable: number[] = [];
  const read = (offset: number, length: number, target?: Buffer): Buffer => {
    const part = bytes.subarray(offset, offset + length);
    if (target === undefined) return part;
    part.copy(target);
    return target.subarray(0, part.length);
  };
  scanLog(read, bytes.length, 0, {
    header: ({ type }) => types.push(type),
    line: () => types.push("in the usual form"),
    entry: ({ type }) => types.push(type),
    unreadable: (line) => unreadable.push(line),
  });
  return { types, unreadable };
}

test.each(vectors)("observed: $in", ({ in: text, result }) => {
  expect(typesIn(withId(text)).types).toEqual(result.map(({ type }) => type));
});

test("what cannot be read is told by its line", () => {
  expect(typesIn('{"type":"session","id":"s"}\nnot json\n\n[1]\n').unreadable).toEqual([2, 4]);
  expect(typesIn('{"type":"session"}\n').unreadable).toEqual([1]);
});
