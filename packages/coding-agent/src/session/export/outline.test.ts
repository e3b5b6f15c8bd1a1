// The outline walks the tree of prompts: a line of prompts stays at its depth, branches go deeper, circles and strangers
// end nothing.
import { expect, test } from "bun:test";
import { outlineOf, type PromptNode } from "./outline.ts";

const prompt = (id: string, parentId?: string): PromptNode => ({
  id,
  parentId,
  text: id,
  isShown: true,
});

const shape = (prompts: readonly PromptNode[]): string[] =>
  outlineOf(prompts).map(({ id, depth }) => "-".repeat(depth) + id);

test("prompts one after the other stay at the margin", () => {
  expect(shape([prompt("a"), prompt("b", "a"), prompt("c", "b")])).toEqual(["a", "b", "c"]);
});

test("branches are indented, each with what follows it", () => {
  const prompts = [
    prompt("a"),
    prompt("b", "a"),
    prompt("c", "b"),
    prompt("d", "a"),
    prompt("e", "d"),
  ];
  expect(shape(prompts)).toEqual(["a", "-b", "-c", "-d", "-e"]);
});

test("several first prompts, and one whose parent is not there", () => {
  expect(shape([prompt("a"), prompt("b"), prompt("c", "gone")])).toEqual(["a", "b", "c"]);
});
