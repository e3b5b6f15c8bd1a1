// Contract: findings come in the order of files and lines, and an exception takes off exactly what it names.
import { expect, test } from "bun:test";
import { checkTree } from "./check-tree.ts";
import { layersConfig } from "./layers-config.ts";
import { openTree } from "./read-tree.ts";
import { rules } from "./rules/index.gen.ts";
import { makeTree } from "./temp-tree.ts";

const FILES = {
  "packages/b/src/a.ts": "// What this is, in four words.\nBun.spawn([]);\nprocess.env;\n",
  "packages/a/src/z.ts": "// What this is, in four words.\n\n\nprocess.env;\nlet a = 1;\n",
};

test("in the order of files and lines, whatever the rule", () => {
  using tree = makeTree(FILES);
  const { violations, fileCount } = checkTree(openTree(tree.root), rules, layersConfig);
  const places = violations
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, line, rule }) => `${path}:${line} ${rule}`);
  expect(places).toEqual([
    "packages/a/src/z.ts:4 platform-api",
    "packages/a/src/z.ts:5 module-state",
    "packages/b/src/a.ts:2 platform-api",
    "packages/b/src/a.ts:3 platform-api",
  ]);
  expect(fileCount).toBe(2);
});

test("an exception for one use leaves the others", () => {
  using tree = makeTree(FILES);
  const reason = "It wraps processes.";
  const entry = {
    rules: ["platform-api"],
    files: ["packages/b/src/a.ts"],
    only: ["Bun.spawn"],
    reason,
  };
  const config = { ...layersConfig, allow: [entry] };
  const { violations } = checkTree(openTree(tree.root), rules, config);
  const messages = violations
    .filter(({ path }) => path === "packages/b/src/a.ts")
    .map(({ message }) => message);
  expect(messages).toEqual(["uses process.env"]);
});
