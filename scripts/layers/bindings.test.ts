// Contract: a name means its innermost declaration, and one that nobody declares is a global.
import { expect, test } from "bun:test";
import { parseFile } from "./source-file.ts";

/** What `x` means where the text has `x.here`. */
function meaning(text: string): string {
  const { file } = parseFile("a.ts", text);
  const found = file.bindings().find("x", text.indexOf("x.here"));
  if (!found) return "global";
  return found.importedFrom ?? (found.isTopLevel ? "top" : "local");
}

test.each([
  ["x.here;", "global"],
  ["const x = 1; x.here;", "top"],
  ["function f() { x.here; } const x = 1;", "top"],
  ["function x() {} x.here;", "top"],
  ["class x {} x.here;", "top"],
  ['import { y as x } from "m"; x.here;', "m"],
  ['import x from "m"; function f(x) { x.here; }', "local"],
  ["const x = 1; function f({ y: [x = 2, ...z] }) { x.here; }", "local"],
  ["const f = (...x) => x.here;", "local"],
  ["const f = function x() { x.here; };", "local"],
  ["{ const x = 1; } x.here;", "global"],
  ["function f() { if (a) { var x = 1; } x.here; }", "local"],
  ["function f() { if (a) { let x = 1; } x.here; }", "global"],
  ["for (const x of xs) x.here;", "local"],
  ["try {} catch (x) { x.here; }", "local"],
  ["class A { constructor(private x: B) { x.here; } }", "local"],
  ["switch (a) { case 1: let x; default: x.here; }", "local"],
  ["interface x {} x.here;", "global"],
])("%s", (text, expected) => {
  expect(meaning(text)).toBe(expected);
});
