// Themes: every built-in one is whole and readable, mistakes of own ones are named, the user's folder wins.
import { describe, expect, test } from "bun:test";
import { parseHex } from "@oh-my-pi/pi-tui/color";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { mkdirSync, writeFileSync } from "node:fs";
import { BASE_COLORS } from "./base-colors.ts";
import { withoutGreen } from "./color-blind.ts";
import { readTheme } from "./read-theme.ts";
import { symbolsOf } from "./symbols.ts";
import { ThemeStore } from "./theme-store.ts";

const store = new ThemeStore("/nowhere");

function luminance(color: string | number | undefined): number {
  const channels = parseHex(String(color)) ?? [0, 0, 0];
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | number | undefined, other: string | number | undefined): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe("built-in themes", () => {
  test("there are dark, light and at least ten more, with 66 tokens", () => {
    expect(store.names()).toEqual(expect.arrayContaining(["dark", "light", "titanium"]));
    expect(store.names().length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(BASE_COLORS)).toHaveLength(66);
  });

  test.each(store.names())(
    "%s is whole, and its texts stand out from what is behind them",
    async (name) => {
      const theme = await store.read(name);
      expect(theme?.problems).toEqual([]);
      const colors = theme?.data.colors ?? {};
      expect(contrast(colors["userMessageText"], colors["userMessageBg"])).toBeGreaterThan(4.5);
      for (const token of ["muted", "error", "success", "accent", "mdCode"])
        expect(contrast(colors[token], colors["userMessageBg"])).toBeGreaterThan(3);
    },
  );

  test("the light ones are light and the dark ones dark", async () => {
    for (const name of store.names()) {
      const back = (await store.read(name))?.data.colors["userMessageBg"];
      expect([name, luminance(back) > 0.5]).toEqual([name, /light|latte|dawn/.test(name)]);
    }
  });
});

describe("own themes", () => {
  test("variables are followed, circles and wrong values are named", () => {
    const { data, problems } = readTheme({
      vars: { base: "#123456", alias: "base", one: "two", two: "one" },
      colors: {
        accent: "alias",
        error: "one",
        success: "#12345",
        warning: 300,
        muted: 7,
        nope: "",
      },
    });
    expect(data.colors).toMatchObject({ accent: "#123456", muted: 7, error: "" });
    expect(problems).toContain("colors.error: vars go round in a circle: one → two → one");
    expect(problems).toContain('colors.success: "#12345" is not written like #rrggbb');
    expect(problems).toContain("colors.warning: 300 is not one of the 256 colours");
    expect(problems).toContain("colors.nope: there is no such token");
    expect(readTheme([]).problems).toEqual(["a theme is a JSON object"]);
  });

  test("a file of the user wins over a built-in one; a broken one is said to be broken", async () => {
    await using workspace = createWorkspace();
    mkdirSync(workspace.at("themes"));
    writeFileSync(
      workspace.at("themes/dark.json"),
      '{"vars":{"blue":"#0000ff"},"colors":{"accent":"blue"}}',
    );
    writeFileSync(workspace.at("themes/bad.json"), "{");
    const own = new ThemeStore(workspace.at("themes"));
    expect((await own.read("dark"))?.data.colors["accent"]).toBe("#0000ff");
    expect((await own.read("bad"))?.problems[0]).toContain("JSON");
    expect(await own.read("absent")).toBeUndefined();
    expect(own.names()).toContain("bad");
  });
});

test("the color-blind palette has no green where something is well", async () => {
  const { data } = readTheme(await Bun.file(`${import.meta.dir}/../themes/dark.json`).json());
  const { colors } = withoutGreen(data);
  expect(colors["toolDiffAdded"]).toBe("#7aa2f7");
  expect(colors["toolDiffRemoved"]).toBe("#f7768e");
});

test("the ASCII signs are ASCII, and a theme may replace single ones", () => {
  for (const sign of Object.values(symbolsOf("ascii"))) expect(sign).toMatch(/^[\x20-\x7e]+$/);
  expect(symbolsOf("unicode", { done: "OK" })).toMatchObject({ done: "OK", failed: "✗" });
});
