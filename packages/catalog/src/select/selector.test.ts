// Selectors: the grammar of `provider/id:level` (MOD-09).
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import vectors from "./fixtures/models.json" with { type: "json" };
import { formatSelector, parseSelector, splitThinking, THINKING_LEVELS } from "./selector.ts";

const word = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,8}$/);
const level = fc.constantFrom(...THINKING_LEVELS);
/** Ids with slashes and tags, but none that ends like a thinking level. */
const id = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join("/"))
  .chain((name) => fc.constantFrom(name, `${name}:20b`, `${name}:free`));

describe("selectors", () => {
  test.each(vectors.parse)("$in", ({ in: text, result }) => {
    expect(parseSelector(text) as unknown).toEqual(result);
  });

  test.each(["a/", "a/:high", "/", ""])("%p names no model", (text) => {
    expect(parseSelector(text)).toBeNull();
  });

  test("what is written is read back", () => {
    fc.assert(
      fc.property(
        word,
        id,
        fc.option(level, { nil: undefined }),
        (provider, name, thinkingLevel) => {
          const selector = { provider, id: name, ...(thinkingLevel && { thinkingLevel }) };
          expect(parseSelector(formatSelector(selector))).toEqual(selector);
        },
      ),
    );
  });

  test("any text is either refused or written back as it was read", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const selector = parseSelector(text);
        if (selector) expect(parseSelector(formatSelector(selector))).toEqual(selector);
      }),
    );
  });

  test.each([
    ["a/b:HIGH", "a/b", "high"],
    ["a/b:low:high", "a/b:low", "high"],
    ["b:xhigh", "b", "xhigh"],
    [":high", ":high", undefined],
    ["a/b:", "a/b:", undefined],
    ["a/b:hihg", "a/b:hihg", undefined],
  ])("%s splits into %s and %s", (text, name, thinkingLevel) => {
    expect(splitThinking(text)).toEqual({ name, ...(thinkingLevel && { thinkingLevel }) } as never);
  });
});
