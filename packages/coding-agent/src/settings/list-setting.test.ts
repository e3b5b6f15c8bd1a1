// Lists in settings: as files hold them, and as people type them.
import { describe, expect, test } from "bun:test";
import { listSetting } from "./setting.ts";

const names = listSetting("names", (value): value is string => typeof value === "string", {
  default: [],
  doc: "Names.",
  project: "free",
});

describe("a list", () => {
  test.each<[unknown, boolean]>([
    [[], true],
    [["a", "b"], true],
    [["a", 1], false],
    ["a", false],
    [{ a: 1 }, false],
  ])("%p in a file", (value, isSound) => {
    expect(names.fit(value).ok).toBe(isSound);
  });

  test.each<[string, string[] | undefined]>([
    ["", []],
    ["a, b", ["a", "b"]],
    ['["a,b"]', ["a,b"]],
    ["[1]", undefined],
    ["[broken", undefined],
  ])("%p typed", (text, value) => {
    const fit = names.fitText(text);
    expect(fit.ok ? fit.value : undefined).toEqual(value);
  });
});
