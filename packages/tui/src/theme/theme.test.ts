/** Defends: one palette serves every colour level, styles nest, broken palettes are reported. */
import { describe, expect, test } from "bun:test";
import type { ColorLevel } from "../terminal/color-level.ts";
import { type Color, colorParameters } from "./color.ts";
import { createTheme, resolvePalette } from "./theme.ts";

const COLORS: readonly [Color, ColorLevel, string | undefined][] = [
  ["#ff8700", "truecolor", "38;2;255;135;0"],
  ["#f80", "truecolor", "38;2;255;136;0"],
  ["#ff8700", "ansi256", "38;5;208"],
  ["#ff0000", "ansi16", "91"],
  ["#000000", "ansi16", "30"],
  ["#ff8700", "none", undefined],
  [208, "truecolor", "38;5;208"],
  [208, "ansi256", "38;5;208"],
  [196, "ansi16", "91"],
  [232, "ansi16", "30"],
  ["", "ansi16", "39"],
  ["red", "truecolor", undefined],
];

describe("colours", () => {
  for (const [color, level, want] of COLORS) {
    test(`${JSON.stringify(color)} at ${level}`, () => {
      expect(colorParameters(color, level, "fg")).toBe(want);
    });
  }

  test("backgrounds", () => {
    expect(colorParameters("#ff0000", "truecolor", "bg")).toBe("48;2;255;0;0");
    expect(colorParameters("#ff0000", "ansi16", "bg")).toBe("101");
    expect(colorParameters("", "ansi256", "bg")).toBe("49");
  });
});

describe("theme", () => {
  const data = { colors: { a: "#ff0000", b: "#00ff00" }, symbols: { ok: "+" } };

  test("inner styles end where the outer goes on", () => {
    const theme = createTheme(data, "ansi16");
    const inner = `x${theme.fg("b", "y")}z`;
    expect(theme.fg("a", inner)).toBe("\x1b[91mx\x1b[92my\x1b[39m\x1b[91mz\x1b[39m");
    expect(theme.attribute("bold", theme.bg("a", "t"))).toBe("\x1b[1m\x1b[101mt\x1b[49m\x1b[22m");
  });

  test("without colours text is plain; unknown tokens change nothing", () => {
    const theme = createTheme(data, "none");
    expect(theme.fg("a", theme.attribute("bold", "t"))).toBe("t");
    expect(createTheme(data, "truecolor").fg("missing", "t")).toBe("t");
    expect([theme.symbol("ok", "?"), theme.symbol("no", "?")]).toEqual(["+", "?"]);
  });

  test("variables are followed, cycles and mistakes reported", () => {
    const { colors, problems } = resolvePalette(
      { a: "accent", b: 12, c: "", d: "loop", e: "none", f: "#12", g: 300 },
      { accent: "base", base: "#123456", loop: "pool", pool: "loop" },
    );
    expect(colors).toEqual({ a: "#123456", b: 12, c: "" });
    expect(problems).toEqual([
      { kind: "cycle", token: "d", variables: ["loop", "pool"] },
      { kind: "unknown-variable", token: "e", variable: "none" },
      { kind: "invalid-color", token: "f", color: "#12" },
      { kind: "invalid-color", token: "g", color: "300" },
    ]);
  });
});
