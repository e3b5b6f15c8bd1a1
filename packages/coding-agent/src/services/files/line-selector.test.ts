// Selectors: what belongs to the path, what names lines, and what is refused with a reason.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import observed from "./fixtures/selectors.json";
import {
  type LineRange,
  parseSelector,
  splitInternalSelector,
  splitSelector,
  splitUrlSelector,
} from "./line-selector.ts";

describe("observed splits", () => {
  for (const { in: path, result } of observed.splitPathAndSel) {
    const isWeb = path.startsWith("https:");
    test(path, () => expect(isWeb ? splitUrlSelector(path) : splitSelector(path)).toEqual(result));
  }
  for (const { in: href, result } of observed.splitInternalUrlSel)
    test(href, () => expect(splitInternalSelector(href)).toEqual(result));
});

test("a port is not a selector", () => {
  expect(splitUrlSelector("http://localhost:8080")).toEqual({ path: "http://localhost:8080" });
  expect(splitUrlSelector("http://localhost:8080/a:5")).toEqual({
    path: "http://localhost:8080/a",
    sel: "5",
  });
});

describe("ranges", () => {
  const cases: [sel: string, ranges: LineRange[], more?: object][] = [
    ["5", [{ start: 5 }]],
    ["L5-L9", [{ start: 5, end: 9 }]],
    ["5+3", [{ start: 5, end: 7 }]],
    ["5-", [{ start: 5 }]],
    [
      "20-30,5-9",
      [
        { start: 5, end: 9 },
        { start: 20, end: 30 },
      ],
    ],
    ["5-9,8-12,13-14", [{ start: 5, end: 14 }]],
    ["5-9,7-", [{ start: 5 }]],
    ["raw:5-9", [{ start: 5, end: 9 }], { isRaw: true }],
    ["RAW", [], { isRaw: true }],
    ["-50", [], { lastLines: 50 }],
    ["conflicts", [], { isConflicts: true }],
  ];
  for (const [sel, ranges, more = {}] of cases)
    test(sel, () =>
      expect(parseSelector(sel)).toEqual({ ranges, isRaw: false, isConflicts: false, ...more }),
    );

  const wrong: [sel: string, says: string][] = [
    ["0", "Line selector 0 is invalid; lines are 1-indexed. Use :1."],
    ["9-5", "Invalid range 9-5: end must be >= start."],
    ["5+0", "Invalid range 5+0: count must be >= 1."],
    ["-0", "ask for at least 1 line"],
  ];
  for (const [sel, says] of wrong)
    test(`refuses ${sel}`, () => expect(() => parseSelector(sel)).toThrow(says));

  test("any list becomes sorted ranges that are apart and name the same lines", () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), (list) => {
        const sel = list.map(([start, more]) => `${start}-${start + more}`).join(",");
        const { ranges } = parseSelector(sel);
        const lines = (of: readonly (readonly [number, number])[]): number[] =>
          [
            ...new Set(
              of.flatMap(([from, to]) =>
                Array.from({ length: to - from + 1 }, (_, at) => from + at),
              ),
            ),
          ].sort((a, b) => a - b);
        expect(lines(ranges.map(({ start, end = 0 }) => [start, end]))).toEqual(
          lines(list.map(([start, more]) => [start, start + more])),
        );
        for (const [at, { start }] of ranges.entries())
          if (at > 0) expect(start).toBeGreaterThan((ranges[at - 1]?.end ?? 0) + 1);
      }),
    );
  });
});
