// Contract: what a module holds at its top never changes; locals, parameters and fresh copies are free.
import { describe, expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./module-state.ts";

function found(text: string, path = "packages/ai/src/a.ts"): number {
  return findings(rule, { [path]: text }).length;
}

describe("module-state", () => {
  test.each([
    "let count = 0;",
    "export let count = 0;",
    "var count = 0;",
    "let { a, b } = read();",
    "const cache = new Map(); export function f() { cache.set(1, 2); }",
    "export const cache = new Map<string, number>(); cache.delete(1);",
    "const seen = new Set<string>(); const f = (x: string) => seen.add(x);",
    "const memo = new WeakMap(); function f(x: object) { memo.set(x, 1); }",
    "const list: string[] = []; function f() { list.push(1); }",
    "const list = [1, 2] as number[]; function f() { list[0] = 2; }",
    "const state = { count: 0 }; function f() { state.count++; }",
    "const state = { deep: { list: [] } }; function f() { state.deep.list.push(1); }",
    "const state = {} as Record<string, number>; function f() { delete state['a']; }",
    "const state = {}; function f() { Object.assign(state, { a: 1 }); }",
    "const table = Object.create(null); table.a = 1;",
    "const list = [1]; function f() { list!.sort(); }",
    "class A { static count = 0; }",
  ])("%s", (text) => {
    expect(found(text)).toBeGreaterThan(0);
  });

  test.each([
    "const EFFORTS = ['low', 'high'] as const;",
    "const KNOWN = new Set(['a']); export const isKnown = (x: string) => KNOWN.has(x);",
    "const TABLE = { a: 1 }; export const get = (key: 'a') => TABLE[key];",
    "export function f() { let count = 0; count++; const list = []; list.push(1); return count; }",
    "const list = [1]; export function f(list: number[]) { list.push(1); }",
    "const list = [1]; export function f() { const list: number[] = []; list.push(1); }",
    "const list = [1]; export const f = ({ list }: { list: number[] }) => list.push(1);",
    "const list = [1]; for (const list of [[1]]) list.push(1);",
    "const list = [3, 1]; export const sorted = list.toSorted(); export const copy = [...list].sort();",
    'const STOP = /["]/g; export function f() { STOP.lastIndex = 0; }',
    "class A { static readonly limit = 1; #count = 0; add() { this.#count++; } }",
    "declare let VERSION: string;",
    "for (let i = 0; i < 1; i++) {}",
  ])("%s is free", (text) => {
    expect(found(text)).toBe(0);
  });

  test.each([
    "packages/ai/src/a.test.ts",
    "scripts/a.ts",
    "benchmarks/a.ts",
    "packages/testkit/src/a.ts",
  ])("%s is excused", (path) => {
    expect(found("let count = 0;", path)).toBe(0);
  });

  test("a container is reported once, where it is first changed", () => {
    const text = "const a = new Map();\nfunction f() {\n  a.set(1, 1);\n  a.set(2, 2);\n}";
    expect(findings(rule, { "packages/ai/src/a.ts": text })).toEqual([
      "packages/ai/src/a.ts:3: a is changed here (set)",
    ]);
  });
});
