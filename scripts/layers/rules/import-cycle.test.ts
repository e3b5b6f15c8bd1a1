// Contract: any way of importing in a circle is found, across packages too, and the circle is spelled out.
import { describe, expect, test } from "bun:test";
import { findings, manifest } from "../temp-tree.ts";
import rule from "./import-cycle.ts";

const SRC = "packages/ai/src";

describe("import-cycle", () => {
  test.each([
    ["values", 'import { a } from "./a.ts";'],
    ["types", 'import type { A } from "./a.ts";'],
    ["type queries", 'type A = import("./a.ts").A;'],
    ["lazy imports", 'const load = () => import("./a.ts");'],
    ["re-exports", 'export { a } from "./a.ts";'],
    ["imports without ending", 'import { a } from "./a";'],
  ])("through %s", (_name, back) => {
    const text = 'import { c } from "./c.ts";\nimport { b } from "./b.ts";';
    const files = { [`${SRC}/a.ts`]: text, [`${SRC}/b.ts`]: back, [`${SRC}/c.ts`]: "" };
    expect(findings(rule, files)).toEqual([
      `${SRC}/a.ts:2: ${SRC}/a.ts -> ${SRC}/b.ts -> ${SRC}/a.ts`,
    ]);
  });

  test("a file that imports itself", () => {
    const files = { [`${SRC}/a.ts`]: 'import { b } from "./a.ts";' };
    expect(findings(rule, files)).toEqual([`${SRC}/a.ts:1: ${SRC}/a.ts -> ${SRC}/a.ts`]);
  });

  test("through a package's exports", () => {
    const files = {
      "packages/ai/package.json": manifest("@oh-my-pi/pi-ai"),
      "packages/edit/package.json": manifest("@oh-my-pi/pi-edit"),
      [`${SRC}/a.ts`]: 'import { e } from "@oh-my-pi/pi-edit/e";',
      "packages/edit/src/e.ts": 'import { a } from "@oh-my-pi/pi-ai/a";',
    };
    expect(findings(rule, files)).toHaveLength(1);
  });

  test("shows the shortest circle of a knot and its size", () => {
    const files = {
      [`${SRC}/a.ts`]: 'import "./b.ts";',
      [`${SRC}/b.ts`]: 'import "./c.ts";',
      [`${SRC}/c.ts`]: 'import "./a.ts"; import "./d.ts";',
      [`${SRC}/d.ts`]: 'import "./c.ts";',
    };
    expect(findings(rule, files)).toEqual([
      `${SRC}/c.ts:1: ${SRC}/c.ts -> ${SRC}/d.ts -> ${SRC}/c.ts (4 files hang together)`,
    ]);
  });

  test("a diamond is no circle", () => {
    const files = {
      [`${SRC}/a.ts`]: 'import "./b.ts"; import "./c.ts";',
      [`${SRC}/b.ts`]: 'import "./d.ts";',
      [`${SRC}/c.ts`]: 'import "./d.ts"; // import "./a.ts"',
      [`${SRC}/d.ts`]: "",
    };
    expect(findings(rule, files)).toEqual([]);
  });
});
