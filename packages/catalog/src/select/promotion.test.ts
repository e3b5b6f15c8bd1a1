// Where an overflowing conversation goes (MOD-15).
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { listModels } from "../catalog.ts";
import { testModel } from "../fixtures/test-model.ts";
import type { Model } from "../model.ts";
import { promotionTarget } from "./promotion.ts";
import { selectorOf } from "./resolve.ts";

const sized = (selector: string, contextWindow: number, over: Partial<Model> = {}): Model =>
  testModel(selector, { contextWindow, ...over });

const models = [
  sized("p/m-large", 400),
  sized("p/m-medium", 200),
  sized("p/other", 200),
  sized("p/m-equal", 100),
  sized("p/m-foreign", 150, { api: "anthropic-messages" }),
  sized("q/m-medium", 120),
  sized("q/huge", 900),
];
const target = (
  over: Partial<Model>,
  has: (model: Model) => boolean = () => true,
): string | null => {
  const found = promotionTarget(sized("p/m-small", 100, over), models, has);
  return found ? selectorOf(found) : null;
};

describe("context promotion", () => {
  test.each([
    ["the smallest larger one of the same provider and format", {}, "p/m-medium"],
    ["the configured one", { contextPromotionTarget: "m-large" }, "p/m-large"],
    ["the configured one elsewhere", { contextPromotionTarget: "q/huge" }, "q/huge"],
    [
      "not a configured one that holds no more",
      { contextPromotionTarget: "m-equal" },
      "p/m-medium",
    ],
    ["not a configured one that is unknown", { contextPromotionTarget: "nope" }, "p/m-medium"],
    ["nothing when none is larger", { contextWindow: 1000 }, null],
  ])("%s", (_name, over, expected) => {
    expect(target(over)).toBe(expected);
  });

  test("candidates without credentials are left out", () => {
    expect(target({}, (model) => model.id !== "m-medium")).toBe("p/other");
    expect(target({ contextPromotionTarget: "m-large" }, (m) => m.id !== "m-large")).toBe(
      "p/m-medium",
    );
    expect(target({}, () => false)).toBeNull();
  });

  test("climbing ends, and every step is larger", async () => {
    const all = [...(await listModels("openai")), ...(await listModels("openrouter"))];
    fc.assert(
      fc.property(fc.constantFrom(...all), (start) => {
        let here: Model | undefined = start;
        for (let steps = 0; here; steps++) {
          expect(steps).toBeLessThanOrEqual(all.length);
          const next = promotionTarget(here, all, () => true);
          if (next) expect(next.contextWindow).toBeGreaterThan(here.contextWindow);
          here = next;
        }
      }),
      { numRuns: 30 },
    );
  });
});
