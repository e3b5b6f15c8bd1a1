// Views of tools as editors show them.
import { describe, expect, test } from "bun:test";
import { viewContent } from "./view-content.ts";

const resolve = (path: string): string => `/w/${path}`;
const textOf = (block: Parameters<typeof viewContent>[0][number]): unknown => {
  const [first] = viewContent([block], resolve);
  return first?.type === "content" && first.content.type === "text" ? first.content.text : first;
};

describe("blocks", () => {
  const cases: readonly [Parameters<typeof textOf>[0], string][] = [
    [{ type: "text", text: "plain" }, "plain"],
    [{ type: "markdown", markdown: "**m**" }, "**m**"],
    [{ type: "code", code: "let a;", language: "ts" }, "```ts\nlet a;\n```"],
    [{ type: "code", code: "a ``` b" }, "````\na ``` b\n````"],
    [{ type: "list", items: ["a", "b"] }, "- a\n- b"],
    [{ type: "list", items: ["a", "b"], isOrdered: true }, "1. a\n2. b"],
    [
      { type: "table", columns: ["x", "y"], rows: [["1|2", "3"]] },
      "| x | y |\n| --- | --- |\n| 1\\|2 | 3 |",
    ],
  ];
  for (const [block, text] of cases) test(block.type, () => expect(textOf(block)).toBe(text));

  test("a picture stays one; what is empty is left out", () => {
    expect(viewContent([{ type: "image", data: "AA", mimeType: "image/png" }], resolve)).toEqual([
      { type: "content", content: { type: "image", data: "AA", mimeType: "image/png" } },
    ]);
    expect(
      viewContent(
        [
          { type: "text", text: "" },
          { type: "code", code: "" },
        ],
        resolve,
      ),
    ).toEqual([]);
  });
});

describe("diffs", () => {
  test("each stretch of a patch is a diff of its own, old and new side", () => {
    const patch = " 1:keep\n-2:old\n+2:new\n...\n 9:x: y\n+10:added";
    expect(viewContent([{ type: "diff", path: "a.ts", patch }], resolve)).toEqual([
      { type: "diff", path: "/w/a.ts", oldText: "keep\nold\n", newText: "keep\nnew\n" },
      { type: "diff", path: "/w/a.ts", oldText: "x: y\n", newText: "x: y\nadded\n" },
    ]);
  });

  test("a new file has no old side; a moved one is at its new place", () => {
    const [created] = viewContent([{ type: "diff", path: "n", patch: "+1:a\n+2:b" }], resolve);
    expect(created).toEqual({ type: "diff", path: "/w/n", oldText: null, newText: "a\nb\n" });
    const [moved] = viewContent([{ type: "diff", path: "a → b", patch: "-1:a\n+1:b" }], resolve);
    expect(moved).toMatchObject({ path: "/w/b" });
  });
});
