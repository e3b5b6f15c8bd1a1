// Contract: counts are those of the published tokenizers, whatever the text; estimates need nothing.
import { describe, expect, test } from "bun:test";
import { TokenCounter, estimateTokens } from "./token-counter.ts";

const counter = new TokenCounter();

describe("counts", () => {
  test.each([
    ["", 0, 0],
    ["hello world", 2, 2],
    ["tiktoken is great!", 6, 6],
    ["antidisestablishmentarianism", 6, 6],
    ["お誕生日おめでとう", 8, 9],
    ["<|endoftext|>", 7, 7],
  ])("%p", async (text, o200k, cl100k) => {
    expect([await counter.count(text), await counter.count(text, "cl100k_base")]).toEqual([
      o200k,
      cl100k,
    ]);
  });

  test("long texts are counted in pieces without changing the count much", async () => {
    const line = "The quick brown fox jumps over the lazy dog.\n";
    const whole = await counter.count(line.repeat(2_000));
    expect(Math.abs(whole - 2_000 * (await counter.count(line)))).toBeLessThan(200);
  });

  test("a run without any break is counted", async () => {
    expect(await counter.count("😀".repeat(15_000))).toBeGreaterThan(1_000);
  });
});

test("estimates are a quarter of the bytes", () => {
  expect(["", "abc", "abcde", "äöü"].map(estimateTokens)).toEqual([0, 1, 2, 2]);
});
