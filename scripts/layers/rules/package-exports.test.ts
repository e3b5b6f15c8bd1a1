// Contract: a package is entered only through its exports, never by a path.
import { describe, expect, test } from "bun:test";
import { findings, manifest } from "../temp-tree.ts";
import rule from "./package-exports.ts";

const PACKAGES = {
  "packages/utils/package.json": manifest("@oh-my-pi/pi-utils"),
  "packages/ai/package.json": manifest("@oh-my-pi/pi-ai", {
    exports: {
      "./message": "./src/model/message.ts",
      "./event": { types: "./src/event.ts", default: "./src/event.ts" },
      "./protocols/*": "./src/protocols/*.ts",
      "./protocols/internal/*": null,
    },
  }),
};

describe("package-exports", () => {
  test.each([
    ["an entry", "@oh-my-pi/pi-ai/message", false],
    ["an entry with conditions", "@oh-my-pi/pi-ai/event", false],
    ["a pattern", "@oh-my-pi/pi-ai/protocols/x", false],
    ["a pattern that is closed", "@oh-my-pi/pi-ai/protocols/internal/x", true],
    ["no entry", "@oh-my-pi/pi-ai/model", true],
    ["the root, not exported", "@oh-my-pi/pi-ai", true],
    ["the file itself", "@oh-my-pi/pi-ai/src/model/message.ts", true],
    ["by a path", "../../ai/src/model/message.ts", true],
    ["by a path into scripts", "../../../scripts/x.ts", true],
    ["its own file", "./other.ts", false],
    ["its own manifest", "../package.json", false],
    ["a folder with the same beginning", "../../utils-more/src/x.ts", true],
  ])("%s", (_name, specifier, isWrong) => {
    const files = { ...PACKAGES, "packages/utils/src/a.ts": `import { x } from "${specifier}";` };
    expect(findings(rule, files)).toHaveLength(isWrong ? 1 : 0);
  });

  test("names the entries there are", () => {
    const files = {
      ...PACKAGES,
      "packages/utils/src/a.ts": 'import { x } from "@oh-my-pi/pi-ai";',
    };
    expect(findings(rule, files)[0]).toContain(
      "packages/ai exports ./message, ./event, ./protocols/*",
    );
  });

  test("scripts and benchmarks may name files", () => {
    const text = 'import { x } from "../packages/ai/src/model/message.ts";';
    expect(findings(rule, { ...PACKAGES, "benchmarks/a.ts": text, "scripts/a.ts": text })).toEqual(
      [],
    );
  });
});
