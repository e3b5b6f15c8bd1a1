// Contract: an import is backed by a declaration in the package's own package.json.
import { describe, expect, test } from "bun:test";
import { findings, manifest } from "../temp-tree.ts";
import rule from "./package-dependency.ts";

const PACKAGES = {
  "package.json": manifest("root", { devDependencies: ["fast-check"] }),
  "packages/utils/package.json": manifest("@oh-my-pi/pi-utils"),
  "packages/ai/package.json": manifest("@oh-my-pi/pi-ai", {
    dependencies: ["@oh-my-pi/pi-utils", "zod"],
    devDependencies: ["debugprotocol", "@oh-my-pi/pi-testkit"],
  }),
  "packages/testkit/package.json": manifest("@oh-my-pi/pi-testkit"),
  "packages/edit/package.json": manifest("@oh-my-pi/pi-edit"),
};

describe("package-dependency", () => {
  test.each([
    ["declared workspace package", "packages/ai/src/a.ts", "@oh-my-pi/pi-utils/x", false],
    ["declared outside package", "packages/ai/src/a.ts", "zod/v4", false],
    ["undeclared workspace package", "packages/edit/src/a.ts", "@oh-my-pi/pi-utils/x", true],
    ["undeclared outside package", "packages/edit/src/a.ts", "zod", true],
    ["the runtime", "packages/edit/src/a.ts", "node:fs", false],
    ["the runtime without prefix", "packages/edit/src/a.ts", "fs/promises", false],
    ["bun", "packages/edit/src/a.ts", "bun:sqlite", false],
    ["itself", "packages/edit/examples/a.ts", "@oh-my-pi/pi-edit/x", false],
    ["dev dependency in source", "packages/ai/src/a.ts", "debugprotocol", true],
    ["dev dependency in a test", "packages/ai/src/a.test.ts", "@oh-my-pi/pi-testkit/x", false],
    ["undeclared testkit in a test", "packages/edit/src/a.test.ts", "@oh-my-pi/pi-testkit/x", true],
    ["the root's tools in a test", "packages/edit/src/a.test.ts", "fast-check", false],
    ["the root's tools in source", "packages/edit/src/a.ts", "fast-check", true],
    ["the root's tools in scripts", "scripts/a.ts", "fast-check", false],
    ["workspace package in scripts", "scripts/a.ts", "@oh-my-pi/pi-edit/x", false],
    ["undeclared in scripts", "scripts/a.ts", "zod", true],
  ])("%s", (_name, path, specifier, isWrong) => {
    const text = `import { x } from "${specifier}";`;
    expect(findings(rule, { ...PACKAGES, [path]: text })).toHaveLength(isWrong ? 1 : 0);
  });

  test("outside types may come from devDependencies", () => {
    const path = "packages/ai/src/a.ts";
    const typeOnly =
      'import type { X } from "debugprotocol"; import { type Y } from "debugprotocol";';
    const mixed = 'import { type X, y } from "debugprotocol";';
    expect(findings(rule, { ...PACKAGES, [path]: typeOnly })).toEqual([]);
    expect(findings(rule, { ...PACKAGES, [path]: mixed })).toHaveLength(1);
  });
});
