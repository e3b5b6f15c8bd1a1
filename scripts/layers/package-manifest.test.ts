// Contract: exports are resolved as the runtime does, for the forms that packages here use.
import { expect, test } from "bun:test";
import { readManifest, resolveExport } from "./package-manifest.ts";

const EXPORTS = {
  ".": "./src/index.ts",
  "./message": { types: "./src/message.d.ts", default: "./src/message.ts" },
  "./*": "./src/*.ts",
  "./data/*.json": "./data/*.json",
  "./data/private/*": null,
};

test.each([
  [".", "src/index.ts"],
  ["./message", "src/message.d.ts"],
  ["./text/width", "src/text/width.ts"],
  ["./data/models.json", "data/models.json"],
  ["./data/private/x", undefined],
])("%s", (subpath, file) => {
  expect(resolveExport(readManifest({ name: "a", exports: EXPORTS }), subpath)).toBe(file);
});

test.each([
  ["./src/index.ts", ".", "src/index.ts"],
  [{ import: "./src/index.ts" }, ".", "src/index.ts"],
  [undefined, ".", undefined],
  [{}, "./a", undefined],
])("exports %p", (exports, subpath, file) => {
  expect(resolveExport(readManifest({ exports }), subpath)).toBe(file);
});

test("what is no manifest is an empty one", () => {
  expect(readManifest(["a"])).toEqual(readManifest({}));
});
