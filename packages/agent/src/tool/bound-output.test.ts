// G8: output stays within its limit and says what is missing.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { boundOutput, type OutputBounds } from "./bound-output.ts";
import { boundText, countLines } from "./bound-text.ts";

const signal = new AbortController().signal;

describe("boundText", () => {
  test("keeps both ends of any text, within the limit, whole characters, nothing invented", () => {
    const text = fc.array(fc.constantFrom("a", "é", "日", "😀", "\n", "\r\n", "zz"), {
      maxLength: 200,
    });
    const limit = fc.record({
      maxBytes: fc.integer({ min: 8, max: 120 }),
      maxLines: fc.integer({ min: 2, max: 20 }),
    });
    const keep = fc.constantFrom("head", "tail", "both");
    fc.assert(
      fc.property(text, limit, keep, (parts, bounds, kept) => {
        const whole = parts.join("");
        const { head, tail, cut } = boundText(whole, bounds, kept);
        if (cut === undefined) {
          expect([head, tail]).toEqual([whole, ""]);
          expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(bounds.maxBytes);
          expect(countLines(whole)).toBeLessThanOrEqual(bounds.maxLines);
          return;
        }
        expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(bounds.maxBytes);
        expect(countLines(head) + countLines(tail)).toBeLessThanOrEqual(bounds.maxLines + 1);
        expect(whole.startsWith(head)).toBe(true);
        expect(whole.endsWith(tail)).toBe(true);
        expect((head + tail).isWellFormed()).toBe(true);
        if (kept === "tail") expect(head).toBe("");
        if (kept === "head") expect(tail).toBe("");
      }),
      { numRuns: 500 },
    );
  });

  test("holds on to nothing of a huge original", () => {
    const bounds = { maxBytes: 1000, maxLines: 10 };
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    const kept = Array.from({ length: 20 }, (_, index) => {
      const huge = Buffer.alloc(10_000_000, 97 + index).toString();
      return boundText(huge, bounds, "both");
    });
    Bun.gc(true);
    const grownMb = (process.memoryUsage().rss - before) / 1e6;
    expect(kept.every(({ head, tail }) => head.length + tail.length === 1000)).toBe(true);
    expect(grownMb).toBeLessThan(100); // of 200 MB of text
  });
});

describe("boundOutput", () => {
  const call = { toolName: "demo", callId: "c1", keep: "both" } as const;
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join("\n");
  const bound = (
    text: string,
    bounds: Partial<OutputBounds> = {},
    keep: "head" | "tail" | "both" = "both",
  ) =>
    boundOutput(
      { content: [{ type: "text", text }], details: { a: 1 } },
      { limit: { maxBytes: 10_000, maxLines: 10 }, ...bounds },
      { ...call, keep },
      signal,
    );

  test.each([
    ["both", "[Showing lines 1-5 and 96-100 of 100; 90 middle lines (716B) elided]"],
    ["head", "[Showing lines 1-10 of 100 (10KB limit)]"],
    ["tail", "[Showing lines 91-100 of 100 (10KB limit)]"],
  ] as const)("of kept %s says what is missing", async (keep, notice) => {
    const { content, details } = await bound(lines, {}, keep);
    const [block] = content;
    expect(block?.type === "text" && block.text).toEndWith(`\n\n${notice}`);
    expect(details).toMatchObject({ a: 1, meta: { truncation: { totalLines: 100 } } });
  });

  test("hands the whole text to the spill and names where it is", async () => {
    const spilled: unknown[] = [];
    const { content, details } = await bound(lines, {
      spill: async (request) => {
        spilled.push(request);
        return "artifact://7";
      },
    });
    expect(spilled).toEqual([{ toolName: "demo", callId: "c1", text: lines }]);
    expect(JSON.stringify(content)).toContain("Read artifact://7 for full output]");
    expect(details).toMatchObject({ meta: { truncation: { artifact: "artifact://7" } } });
  });

  test("says so when the spill fails, and keeps what fits", async () => {
    const { content } = await bound(lines, { spill: () => Promise.reject(new Error("disk full")) });
    expect(JSON.stringify(content)).toContain("The full output could not be kept: disk full");
    expect(JSON.stringify(content)).toContain("line 100");
  });

  test("leaves what fits alone, and images always", async () => {
    const result = {
      content: [
        { type: "text" as const, text: "short" },
        { type: "image" as const, data: "x".repeat(100_000), mimeType: "image/png" },
      ],
      details: {},
    };
    const bounds = { limit: { maxBytes: 100, maxLines: 10 } };
    expect(await boundOutput(result, bounds, call, signal)).toBe(result);
  });
});
