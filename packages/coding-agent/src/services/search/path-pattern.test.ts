// Where a pattern's fixed part ends, against splits that were observed on the described system, and what quotes mean.
import { describe, expect, test } from "bun:test";
import observed from "./fixtures/patterns.json";
import { cleanPath, hasGlob, looksJoined, splitGlob } from "./path-pattern.ts";

/** There `**` alone was given a second one; it finds the same. */
const SAME_MEANING: Readonly<Record<string, string>> = { "**/**": "**" };

/** Below a directory a name alone is written with a slash in front here: it stands in that directory only. */
const plain = (glob: string): string => glob.replace(/^\//, "");

describe("observed splits", () => {
  test.each(observed.parseFindPattern)("find in $in", ({ in: path, result }) => {
    expect(hasGlob(path)).toBe(result.hasGlob);
    if (!result.hasGlob) return;
    const { base, glob } = splitGlob(path);
    expect(base).toBe(result.basePath);
    expect(plain(glob)).toBe(SAME_MEANING[result.globPattern] ?? result.globPattern);
  });

  test.each(observed.parseSearchPath)("search in $in", ({ in: path, result }) => {
    expect(hasGlob(path)).toBe(result.glob !== undefined);
    if (result.glob === undefined) return;
    const { base, glob } = splitGlob(path);
    expect({ basePath: base, glob: plain(glob) }).toEqual({ ...result, glob: result.glob });
  });
});

test.each([
  ["  src ", "src"],
  ['"src/a b"', "src/a b"],
  ["`src`", "src"],
  ["'src", "'src"],
])("%p is cleaned to %p", (given, clean) => expect(cleanPath(given)).toBe(clean));

test("commas inside braces do not join paths", () => {
  expect([looksJoined("a.ts,b.ts"), looksJoined("src/{a,b}.ts")]).toEqual([true, false]);
});
