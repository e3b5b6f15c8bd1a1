// Contract: `read` can show the structure of code in at least 27 languages: what declares stays, what does goes.
import { expect, test } from "bun:test";
import { AstEngine } from "@oh-my-pi/pi-natives/ast";
import { structuralSummary } from "./structural-summary.ts";

const engine = new AstEngine();
const summary = structuralSummary({ loadAst: async () => engine });

const lines = (line: string): string => `${line}\n`.repeat(6);
const block = (head: string, line: string): string => `${head} {\n${lines(line)}}\n`;
const inClass = (method: string): string => `class A {\n${method}}\n`;

/** A file name and its text; the body has six lines. */
const FILES: Readonly<Record<string, string>> = {
  "a.sh": block("f()", "g 1"),
  "a.c": block("int f(int a)", "g(1);"),
  "a.cpp": block("int A::f(int a)", "g(1);"),
  "a.cs": inClass(block("void F()", "G(1);")),
  "a.dart": block("void f()", "g(1);"),
  "a.ex": `defmodule A do\ndef f(a) do\n${lines("g(1)")}end\nend\n`,
  "a.erl": `-module(a).\nf(X) ->\n${"g(1),\n".repeat(6)}ok.\n`,
  "a.go": `package p\n${block("func f()", "g(1)")}`,
  "a.hs": `f x = do\n${lines("  g x")}`,
  "a.tf": block('resource "a" "b"', "x = 1"),
  "A.java": inClass(block("void f()", "g(1);")),
  "a.js": block("function f()", "g(1);"),
  "a.jl": `function f(x)\n${lines("  g(x)")}end\n`,
  "a.kt": block("fun f()", "g(1)"),
  "a.lua": `function f()\n${lines("  g(1)")}end\n`,
  "a.m": block("int f(int a)", "g(1);"),
  "a.pl": block("sub f", "g(1);"),
  "a.php": `<?php\n${block("function f()", "g(1);")}`,
  "a.ps1": block("function F", "Get-Foo 1"),
  "a.py": `def f():\n${lines("    g(1)")}\nx = 1\n`,
  "a.r": block("f <- function(x)", "g(1)"),
  "a.rb": `def f\n${lines("  g(1)")}end\n`,
  "a.rs": block("fn f()", "g(1);"),
  "a.scala": block("def f() =", "g(1)"),
  "a.sol": `contract C {\n${block("function f() public", "g(1);")}}\n`,
  "a.bzl": `def f():\n${lines("    g(1)")}\nx = 1\n`,
  "a.swift": block("func f()", "g(1)"),
  "a.tsx": block("function f()", "g(1);"),
  "a.ts": block("function f()", "g(1);"),
  "a.zig": block("fn f() void", "g(1);"),
};

async function summarize(path: string, text: string) {
  const limits = { minBodyLines: 4, minCommentLines: 6, includesProse: false };
  return summary.summarize({ path, text, ...limits }, new AbortController().signal);
}

test.each(Object.entries(FILES))("%s", async (path, text) => {
  const parts = (await summarize(path, text)) ?? [];
  const left = parts.filter(({ as }) => as !== "lines");
  expect(left.length).toBeGreaterThan(0);
  let next = 1;
  for (const { start, end } of parts) {
    expect(start).toBe(next);
    next = end + 1;
  }
  expect(next).toBe(text.split("\n").length + 1);
  const gone = left.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  expect(gone).toBeGreaterThanOrEqual(6);
});

test("these are at least 27 languages", () => {
  expect(Object.keys(FILES).length).toBeGreaterThanOrEqual(27);
});

test.each([
  ["data", "a.json", `{"a": [\n${'"x",\n'.repeat(9)}"y"]}`],
  ["prose", "a.md", `# A\n\n${"text\n".repeat(30)}`],
  ["no code", "a.txt", "x\n".repeat(30)],
  ["errors", "a.ts", block("function f(", "g(1);")],
  ["old line ends", "a.ts", block("function f()", "g(1);").replaceAll("\n", "\r")],
])("%s is shown whole", async (_, path, text) => {
  expect(await summarize(path, text)).toBeUndefined();
});

test("a parser that cannot be loaded keeps no file from being read", async () => {
  const broken = structuralSummary({ loadAst: () => Promise.reject(new Error("no parser")) });
  const limits = { minBodyLines: 4, minCommentLines: 6, includesProse: false };
  const request = { path: "a.ts", text: FILES["a.ts"] ?? "", ...limits };
  expect(await broken.summarize(request, new AbortController().signal)).toBeUndefined();
});
