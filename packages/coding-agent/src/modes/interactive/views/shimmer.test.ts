// The light covers each character in turn, loses none, and stands still where it is turned off.
import { describe, expect, test } from "bun:test";
import { LOADER_TICK_MS } from "@oh-my-pi/pi-tui/loader";
import { shimmer, type Shimmer } from "./shimmer.ts";

const TEXT = "Working on it";
const styles = { base: (text: string) => text, bright: (text: string) => `[${text}]` };
const at = (mode: Shimmer, tick: number): string =>
  shimmer(TEXT, mode, tick * LOADER_TICK_MS, styles);
const places = (mode: Shimmer): number[] =>
  Array.from({ length: 60 }, (_, tick) => at(mode, tick).indexOf("["));

describe("shimmer", () => {
  for (const mode of ["classic", "kitt"] as const) {
    test(`${mode} changes no character and reaches every one`, () => {
      for (let tick = 0; tick < 60; tick++)
        expect(at(mode, tick).replaceAll(/[[\]]/g, "")).toBe(TEXT);
      const lit = new Set(
        Array.from({ length: 60 }, (_, tick) => at(mode, tick)).flatMap((shown) => {
          const from = shown.indexOf("[");
          return from < 0
            ? []
            : [...Array(shown.indexOf("]") - from - 1).keys()].map((n) => from + n);
        }),
      );
      expect(lit.size).toBe(TEXT.length);
    });
  }

  test("classic goes one way, kitt comes back", () => {
    const falls = (mode: Shimmer): number[] =>
      places(mode).flatMap((place, tick, all) => {
        const step = place - (all[tick - 1] ?? place);
        return step < 0 ? [step] : [];
      });
    expect(falls("kitt").every((step) => step === -1)).toBe(true);
    expect(falls("classic").every((step) => step < -1)).toBe(true);
  });

  test("disabled stands still", () => {
    expect(new Set(Array.from({ length: 60 }, (_, tick) => at("disabled", tick)))).toEqual(
      new Set([TEXT]),
    );
  });
});
