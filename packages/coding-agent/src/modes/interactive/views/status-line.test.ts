// The status line names the model and the place, and counts in human units.
import { expect, test } from "bun:test";
import { statusText } from "./status-line.ts";
import { INITIAL } from "../state/ui-state.ts";

const facts = { model: "p/m", cwd: "/w", contextWindow: 200_000 };

test("says only what there is to say", () => {
  expect(statusText(facts, INITIAL)).toBe("p/m · /w");
  expect(
    statusText(facts, {
      ...INITIAL,
      tokens: 12_340,
      cost: 0.256,
      queued: [{ text: "x", mode: "steer" }],
    }),
  ).toBe("p/m · /w · 12.3k tokens (6 %) · $0.26 · 1 queued");
});
