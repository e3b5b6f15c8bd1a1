// Contract: inside coding-agent lower layers never import higher ones, and every file stands in a layer.
import { describe, expect, test } from "bun:test";
import { findings, manifest } from "../temp-tree.ts";
import rule from "./layer-order.ts";

const SRC = "packages/coding-agent/src";

describe("layer-order", () => {
  test.each([
    ["platform/a.ts", "settings/b.ts", true],
    ["settings/a.ts", "platform/b.ts", false],
    ["settings/a.ts", "settings/deep/b.ts", false],
    ["session/log/a.ts", "session/state/b.ts", true],
    ["session/state/a.ts", "session/log/b.ts", false],
    ["session/log/a.ts", "session/facade.ts", true],
    ["session/inbox.ts", "session/log/b.ts", false],
    ["session/inbox.ts", "session/logger/b.ts", false],
    ["tools/a.ts", "session/inbox.ts", true],
    ["tools/a.ts", "session/state/b.ts", false],
    ["modes/print/a.ts", "cli/b.ts", true],
    ["cli/a.ts", "assemble.ts", true],
    ["assemble.ts", "cli/b.ts", false],
    ["assemble.test.ts", "cli/b.ts", false],
    ["platform/a.test.ts", "settings/b.ts", true],
    ["main.ts", "assemble.ts", false],
    ["assemble.ts", "main.ts", true],
  ])("%s -> %s", (from, to, isWrong) => {
    const up = "../".repeat(from.split("/").length - 1) || "./";
    const files = {
      [`${SRC}/${from}`]: `import type { X } from "${up}${to}";`,
      [`${SRC}/${to}`]: "export interface X {}",
    };
    expect(findings(rule, files)).toHaveLength(isWrong ? 1 : 0);
  });

  test.each([
    'await import("../settings/b.ts")',
    'type X = import("../settings/b.ts").X',
    'export * from "../settings/b.ts"',
  ])("upward by %s", (text) => {
    const found = findings(rule, { [`${SRC}/platform/a.ts`]: text, [`${SRC}/settings/b.ts`]: "" });
    expect(found).toEqual([
      `${SRC}/platform/a.ts:1: platform is below settings and may not import settings/b.ts`,
    ]);
  });

  test("the package's own name does not get around it", () => {
    const files = {
      "packages/coding-agent/package.json": manifest("@oh-my-pi/pi-coding-agent"),
      [`${SRC}/platform/a.ts`]: 'import { x } from "@oh-my-pi/pi-coding-agent/settings/b";',
      [`${SRC}/settings/b.ts`]: "",
    };
    expect(findings(rule, files)).toHaveLength(1);
  });

  test("what lies outside of src has no layer", () => {
    const files = {
      "packages/coding-agent/examples/a.ts": 'import { x } from "../src/cli/b.ts";',
      [`${SRC}/platform/a.ts`]: 'import { version } from "../../package.json"; import "node:fs";',
      [`${SRC}/cli/b.ts`]: "",
    };
    expect(findings(rule, files)).toEqual([]);
  });

  test("a file outside every layer is homeless; other packages have no layers", () => {
    const files = { [`${SRC}/stray/a.ts`]: "", [`${SRC}/b.ts`]: "", "packages/ai/src/b.ts": "" };
    const paths = findings(rule, files).map((line) => line.split(":")[0]);
    expect(paths).toEqual([`${SRC}/b.ts`, `${SRC}/stray/a.ts`]);
  });
});
