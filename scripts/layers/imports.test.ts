// Contract: every way to name another module is seen with its form and whether anything of it is left at run time;
// what only looks like an import is not.
import { expect, test } from "bun:test";
import { parseFile } from "./source-file.ts";
import { walk } from "./walk.ts";

function importsOf(text: string): string[] {
  const { file, importListeners } = parseFile("a.ts", text);
  walk(file.program, importListeners);
  return file.imports.map(
    ({ specifier, form, isType }) => `${form}${isType ? " type" : ""} ${specifier}`,
  );
}

test.each([
  ['import a from "x";', ["static x"]],
  ['import * as a from "x";', ["static x"]],
  ['import a, { type B } from "x";', ["static x"]],
  ['import type { A } from "x";', ["static type x"]],
  ['import type A from "x";', ["static type x"]],
  ['import { type A, type B } from "x";', ["static type x"]],
  ['import { type A, b } from "x";', ["static x"]],
  ['import "x";', ["side-effect x"]],
  ['import a from "x" with { type: "text" };', ["static x"]],
  ['import a = require("x");', ["static x"]],
  ['const a = require("x");', ["static x"]],
  ['export * from "x";', ["re-export x"]],
  ['export * as a from "x";', ["re-export x"]],
  ['export type * from "x";', ["re-export type x"]],
  ['export { a } from "x";', ["re-export x"]],
  ['export { type A } from "x";', ["re-export type x"]],
  ['export {} from "x";', ["re-export x"]],
  ['const a = await import("x");', ["lazy x"]],
  ["const a = () => import(`x`);", ["lazy x"]],
  ['let a: import("x").A;', ["static type x"]],
  ['let a: typeof import("x");', ["static type x"]],
  ["await import(name);", []],
  ["await import(`./${name}.ts`);", []],
  ['const a = 1; export { a }; load("x"); module.require("x");', []],
  [
    '// import "x"\n/* import "y" */ const t = `import "z"; ${"import w"}`; const r = /import "v"/;',
    [],
  ],
])("%s", (text, expected) => {
  expect(importsOf(text)).toEqual(expected);
});
