// What is read by its shape is what parsing would have read, for any event.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { emptyShape, learnShape, readShape } from "./repeated-shape.ts";

const event = (text: string, index = 0, pad = "") =>
  `{"type":"delta","index":${index},"delta":{"type":"t","text":${JSON.stringify(text)}}${pad}}`;

function learned(data: string, text: string) {
  const shape = emptyShape("");
  learnShape(shape, data, "text", text, "text");
  return shape;
}

test("the string of a like event is read, escapes and padding included", () => {
  const shape = learned(event("a"), "a");
  expect(readShape(shape, event("b"))).toBe("b");
  expect(shape.meaning).toBe("text");
  expect(readShape(shape, event('say "hi"\n\\ é'))).toBe('say "hi"\n\\ é');
  expect(readShape(shape, event("b", 0, "     "))).toBe("b");
  expect(readShape(learned(event("a", 0, "   "), "a"), event("b"))).toBe("b");
  expect(readShape(shape, event(""))).toBe("");
});

test("another event is not", () => {
  const shape = learned(event("a"), "a");
  for (const other of [
    event("b", 1),
    event("b").replace("}}", '},"usage":{}}'),
    event("b").replace('"t"', '"u"'),
    `${event("b")} `,
    event("b").slice(0, -1),
    "{}",
    "",
  ]) {
    expect(readShape(shape, other)).toBeUndefined();
  }
});

test("what follows the string counts", () => {
  const numbered = (text: string, n: number) => JSON.stringify({ text, n });
  const shape = learned(numbered("a", 1), "a");
  expect(readShape(shape, numbered("b", 1))).toBe("b");
  expect(readShape(shape, numbered("b", 2))).toBeUndefined();
});

test("a string that only looks like the end is not one", () => {
  const shape = learned(event("a"), "a");
  const two = event("x").replace('"x"', '"x","more":"y"');
  expect(readShape(shape, two)).toBeUndefined();
});

test("what cannot be located is not learned", () => {
  const escaped = learned(event("a\nb"), "a\nb");
  expect(readShape(escaped, event("c"))).toBeUndefined();
  const twice = '{"text":"a","inner":{"text":"a"}}';
  expect(readShape(learned(twice, "a"), twice)).toBeUndefined();
  expect(readShape(emptyShape(0), event("a"))).toBeUndefined();
});

const value = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('"', "\\", '"}', '","text":"'));
const anyEvent = fc.tuple(value, fc.constantFrom(0, 1), fc.constantFrom("", " ", "  ", ',"n":1'));

test("read by shape or parsed, the text is the same", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 6 }), (events) => {
      const shape = emptyShape(-1);
      for (const [text, index, pad] of events) {
        const data = event(text, index, pad);
        const parsed = JSON.parse(data) as { index: number; delta: { text: string } };
        const shaped = readShape(shape, data);
        if (shaped !== undefined) {
          expect([shape.meaning, shaped]).toEqual([parsed.index, parsed.delta.text]);
        }
        learnShape(shape, data, "text", text, index);
      }
    }),
    { numRuns: 2000 },
  );
});
