// The compact rows: nothing is lost, and one model is found without reading the others.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeRow, decodeRows, encodeRow, serveModel, type ModelFacts } from "./model-row.ts";

const price = fc.double({ min: 0, max: 1000, noNaN: true }).map((amount) => amount + 0);
const prices = { input: price, output: price, cacheRead: price, cacheWrite: price };

const facts = fc.record({
  id: fc.string({ minLength: 1 }),
  name: fc.string({ minLength: 1 }),
  api: fc.constantFrom("openai-completions", "anthropic-messages"),
  reasoning: fc.boolean(),
  input: fc.constantFrom(["text"] as const, ["text", "image"] as const),
  cost: fc.record(
    {
      ...prices,
      longContext: fc.record({ ...prices, inputThreshold: fc.integer({ min: 1, max: 1_000_000 }) }),
      timeBased: fc.record(
        {
          offPeakMultiplier: price,
          peakWindows: fc.array(
            fc.record({
              weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
              startMinute: fc.nat(1439),
              endMinute: fc.nat(1440),
            }),
          ),
          effectiveRates: fc.array(fc.record({ ...prices, effectiveFrom: fc.nat() })),
        },
        { requiredKeys: ["offPeakMultiplier", "peakWindows"] },
      ),
    },
    { requiredKeys: ["input", "output", "cacheRead", "cacheWrite"] },
  ),
  contextWindow: fc.integer({ min: 1, max: 10_000_000 }),
  maxTokens: fc.nat(1_000_000),
});

const file = fc.uniqueArray(facts, { selector: (entry) => entry.id, maxLength: 8 });
const encode = (entries: readonly ModelFacts[]): string =>
  entries.map((entry) => `${encodeRow(entry, "openai-completions")}\n`).join("");

describe("model rows", () => {
  test("every file decodes to what was encoded, whole and line by line", () => {
    fc.assert(
      fc.property(file, (entries) => {
        const rows = encode(entries);
        expect(decodeRows(rows, "openai-completions")).toEqual(entries);
        for (const entry of entries) {
          expect(decodeRow(rows, entry.id, "openai-completions")).toEqual(entry);
        }
      }),
    );
  });

  test("a model is found although every other line is broken", () => {
    const row = '["wanted","Wanted",1000,100,1,2,4]';
    for (const rows of [`${row}\n["x", not json\n`, `["x", not json\n${row}\n`, row]) {
      expect(decodeRow(rows, "wanted", "a")?.contextWindow).toBe(1000);
    }
  });

  test.each(["want", "wanted2", "", "Wanted", "x"])("%p is not taken for another id", (id) => {
    expect(decodeRow('["wanted","x",1,1,0]\n', id, "a")).toBeUndefined();
  });

  test("a served model gets its route, its own name in the URL and a bounded output limit", () => {
    const provider = {
      id: "p",
      api: "a",
      baseUrl: "https://p.example",
      routes: { b: "https://p.example/{model}:run" },
      headers: { "X-A": "1" },
      compat: { supportsStore: false },
    };
    const [plain, routed] = decodeRows(
      '["m",0,8000,0,2]\n["n","N",50000,0,1,1,2,0.5,0,"b","m"]\n',
      "a",
    );
    expect(plain && serveModel(plain, provider)).toEqual({
      id: "m",
      name: "m",
      api: "a",
      provider: "p",
      baseUrl: "https://p.example",
      reasoning: false,
      input: ["text", "image"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 8000,
      maxTokens: 8000,
      headers: { "X-A": "1" },
      compat: { supportsStore: false },
    });
    expect(routed && serveModel(routed, provider)).toMatchObject({
      baseUrl: "https://p.example/n:run",
      api: "b",
      maxTokens: 16_384,
      contextPromotionTarget: "m",
    });
  });
});
