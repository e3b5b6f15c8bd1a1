// The incremental parser agrees with JSON.parse on whole documents however they are cut, shows what
// the golden vectors show for unfinished ones, and never gives up a prefix it has understood.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import vectors from "./fixtures/streaming-json.json";
import { IncrementalJson, parseJsonLeniently } from "./incremental-json.ts";

/** Cuts `text` at the given positions and feeds the pieces. */
function feed(text: string, cuts: readonly number[] = []): IncrementalJson {
  const parser = new IncrementalJson();
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    parser.push(text.slice(from, Math.min(cut, text.length)));
    from = Math.max(from, Math.min(cut, text.length));
  }
  parser.push(text.slice(from));
  return parser;
}

describe("golden vectors", () => {
  for (const vector of vectors) {
    test(JSON.stringify(vector.in), () => {
      expect(parseJsonLeniently(vector.in)).toEqual(vector.result);
      expect(feed(vector.in, [1, 3, 5]).value).toEqual(vector.result);
    });
  }
});

describe("unfinished input", () => {
  const cases: [input: string, value: unknown][] = [
    ['{"a":-', {}],
    ['{"a":1.', { a: 1 }],
    ['{"a":1e', { a: 1 }],
    ['{"a":"\\u00', { a: "" }],
    ['{"a":"\\ud83d\\ude00"', { a: "😀" }],
    ['{"a":"\\uZZ"}', { a: "\\uZZ" }],
    ['[[],[{"x":fal', [[], [{ x: false }]]],
    ['{"a":1}x', { a: 1 }],
    ["hello", {}],
    ['{"a":nope', { a: null }],
    ['{"__proto__":{"x":1}}', JSON.parse('{"__proto__":{"x":1}}')],
  ];
  for (const [input, value] of cases) {
    test(input, () => {
      expect(feed(input).value).toEqual(value);
      expect(
        feed(
          input,
          Array.from({ length: input.length }, (_, index) => index),
        ).value,
      ).toEqual(value);
    });
  }
});

test("any document, cut anywhere, equals JSON.parse", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.nat(200)), fc.boolean(), (value, cuts, pretty) => {
      const text = JSON.stringify(value, null, pretty ? 2 : 0);
      const parser = feed(text, cuts);
      expect(parser.value).toEqual(JSON.parse(text));
      expect(parser.isBroken).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("any text at all is survived, and equals one piece however it is cut", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(40)), (text, cuts) => {
      expect(feed(`{"a":${text}`, cuts).value).toEqual(feed(`{"a":${text}`).value);
    }),
    { numRuns: 500 },
  );
});

test("the work for a long string does not grow with what came before", () => {
  const parser = new IncrementalJson();
  parser.push('{"text":"');
  for (let index = 0; index < 100_000; index++) parser.push("0123456789");
  expect((parser.value as { text: string }).text.length).toBe(1_000_000);
});
