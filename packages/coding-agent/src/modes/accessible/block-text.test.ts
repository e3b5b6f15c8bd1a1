// What tools show, said in words: changes by name, cells with their columns.
import { expect, test } from "bun:test";
import type { ViewBlock } from "@oh-my-pi/pi-agent-core/view";
import { blockLines } from "./block-text.ts";

test.each<[ViewBlock, string[]]>([
  [{ type: "diff", path: "a", patch: " 1:a\n-2:b\n+2:c" }, ["removed 2:b", "added 2:c"]],
  [
    { type: "diff", path: "a", patch: "--- a\n+++ b\n@@ -1 +1 @@\n-b\n+c" },
    ["removed b", "added c"],
  ],
  [{ type: "table", columns: ["name", "size"], rows: [["a", "1"]] }, ["name: a; size: 1"]],
  [{ type: "list", items: ["one", "two"] }, ["one", "two"]],
  [{ type: "image", data: "", mimeType: "image/png" }, ["Picture: image/png"]],
  [{ type: "text", text: "a\nb\n" }, ["a", "b"]],
])("%j", (block, lines) => expect(blockLines(block)).toEqual(lines));
