// Contract: packages import only what lies below them, and testkit stays with tests and benchmarks.
import { describe, expect, test } from "bun:test";
import { findings, manifest } from "../temp-tree.ts";
import rule from "./package-direction.ts";

const PACKAGES = {
  "packages/utils/package.json": manifest("@oh-my-pi/pi-utils"),
  "packages/ai/package.json": manifest("@oh-my-pi/pi-ai"),
  "packages/edit/package.json": manifest("@oh-my-pi/pi-edit"),
  "packages/testkit/package.json": manifest("@oh-my-pi/pi-testkit"),
};

describe("package-direction", () => {
  test.each([
    ["upward", "packages/utils/src/a.ts", 'import { x } from "@oh-my-pi/pi-ai/x";', true],
    ["upward type", "packages/utils/src/a.ts", 'import type { X } from "@oh-my-pi/pi-ai/x";', true],
    [
      "upward type query",
      "packages/utils/src/a.ts",
      'type X = import("@oh-my-pi/pi-ai/x").X;',
      true,
    ],
    ["upward lazy", "packages/utils/src/a.ts", 'await import("@oh-my-pi/pi-ai/x");', true],
    [
      "upward lazy in backticks",
      "packages/utils/src/a.ts",
      "await import(`@oh-my-pi/pi-ai/x`);",
      true,
    ],
    ["upward re-export", "packages/utils/src/a.ts", 'export * from "@oh-my-pi/pi-ai/x";', true],
    ["sideways", "packages/edit/src/a.ts", 'import { x } from "@oh-my-pi/pi-ai/x";', true],
    [
      "upward in a test",
      "packages/utils/src/a.test.ts",
      'import { x } from "@oh-my-pi/pi-ai/x";',
      true,
    ],
    ["downward", "packages/ai/src/a.ts", 'import { x } from "@oh-my-pi/pi-utils/x";', false],
    ["no package at all", "packages/utils/src/a.ts", 'import { x } from "./x.ts";', false],
    ["itself", "packages/ai/src/a.ts", 'import { x } from "@oh-my-pi/pi-ai/x";', false],
    ["in a comment", "packages/utils/src/a.ts", '// import { x } from "@oh-my-pi/pi-ai/x";', false],
    ["in a text", "packages/utils/src/a.ts", 'const x = `import "@oh-my-pi/pi-ai/x"`;', false],
    [
      "testkit in source",
      "packages/ai/src/a.ts",
      'import { x } from "@oh-my-pi/pi-testkit/x";',
      true,
    ],
    [
      "testkit in examples",
      "packages/ai/examples/a.ts",
      'import { x } from "@oh-my-pi/pi-testkit/x";',
      true,
    ],
    ["testkit in scripts", "scripts/a.ts", 'import { x } from "@oh-my-pi/pi-testkit/x";', true],
    [
      "testkit in a test",
      "packages/ai/src/a.test.ts",
      'import { x } from "@oh-my-pi/pi-testkit/x";',
      false,
    ],
    [
      "testkit in benchmarks",
      "benchmarks/a.ts",
      'import { x } from "@oh-my-pi/pi-testkit/x";',
      false,
    ],
    [
      "testkit upward",
      "packages/testkit/src/a.ts",
      'import { x } from "@oh-my-pi/pi-ai/x";',
      false,
    ],
    ["scripts", "scripts/a.ts", 'import { x } from "@oh-my-pi/pi-ai/x";', false],
  ])("%s", (_name, path, text, isWrong) => {
    const found = findings(rule, { ...PACKAGES, [path]: `\n${text}` });
    expect(found.map((line) => line.split(": ")[0])).toEqual(isWrong ? [`${path}:2`] : []);
  });

  test("says what is allowed", () => {
    const files = { ...PACKAGES, "packages/edit/src/a.ts": 'import "@oh-my-pi/pi-ai/x";' };
    expect(findings(rule, files)).toEqual([
      "packages/edit/src/a.ts:1: edit may not import ai; it may import utils",
    ]);
  });

  test("a package that layers.json does not know is reported", () => {
    expect(findings(rule, { "packages/novel/package.json": manifest("novel") })).toEqual([
      'packages/novel/package.json:1: package novel has no entry under "packages" in scripts/layers.json',
    ]);
  });
});
