/** Defends: diffs are read and shown with numbers, signs and the changed part, at any width, inert. */
import { describe, expect, test } from "bun:test";
import { plain } from "../testing/keys.ts";
import { parseUnifiedDiff } from "./diff-lines.ts";
import { DiffView } from "./diff-view.ts";

const DIFF = `diff --git a/x b/x
--- a/x
+++ b/x
@@ -8,4 +8,4 @@ function
 same
-let a = one;
+let a = two;
 tail
@@ -20 +20,2 @@
-gone
+new one
+new\ttwo
\\ No newline at end of file
`;

const styles = {
  added: plain,
  removed: plain,
  context: plain,
  number: plain,
  changed: (text: string) => `{${text}}`,
};

describe("diff", () => {
  test("unified diffs are read with their numbers", () => {
    expect(
      parseUnifiedDiff(DIFF).map((line) => [line.kind, line.oldNumber, line.newNumber]),
    ).toEqual([
      ["context", 8, 8],
      ["removed", 9, undefined],
      ["added", undefined, 9],
      ["context", 10, 10],
      ["gap", undefined, undefined],
      ["removed", 20, undefined],
      ["added", undefined, 20],
      ["added", undefined, 21],
    ]);
  });

  test("shows numbers, signs and what changed inside a line", () => {
    expect(new DiffView(parseUnifiedDiff(DIFF), { styles }).render(40)).toEqual([
      " 8   same",
      " 9 - let a = {one};",
      " 9 + let a = {two};",
      "10   tail",
      "   ⋮ ",
      "20 - gone",
      "20 + new one",
      "21 + new   two",
    ]);
  });

  test("long lines wrap under their text and foreign controls are visible", () => {
    const view = new DiffView([{ kind: "added", text: "abcdefgh\x1b[2J", newNumber: 7 }], {
      styles,
    });
    expect(view.render(10)).toEqual(["7 + abcdef", "    gh␛[2J"]);
  });

  test("lines with little in common are not marked", () => {
    const view = new DiffView(
      [
        { kind: "removed", text: "completely other", oldNumber: 1 },
        { kind: "added", text: "nothing alike at all", newNumber: 1 },
      ],
      { styles },
    );
    expect(view.render(40)).toEqual(["1 - completely other", "1 + nothing alike at all"]);
  });
});
