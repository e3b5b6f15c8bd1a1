// Rule: what is drawn on a terminal is drawn by widgets of tui, which make foreign text inert in every field. Whoever paints
// rows itself, says that a text is styled by us, or talks to the terminal directly, is named in layers.json.
import type { Node } from "oxc-parser";
import { memberPath } from "../member-path.ts";
import type { Rule } from "../rule.ts";

const LIBRARY = /["']@oh-my-pi\/pi-tui\//;

function keyName(node: { readonly key: Node; readonly computed: boolean }): string | undefined {
  return !node.computed && node.key.type === "Identifier" ? node.key.name : undefined;
}

export default {
  id: "painted-rows",
  allowed:
    "Only the files in layers.json paint rows, style texts themselves or write to the terminal.",
  remedy:
    "Give the text to a widget of tui; a painter makes it inert and is shown in the tests of foreign text.",
  checkFile(file, _config, report) {
    if (!LIBRARY.test(file.text)) return undefined;
    return {
      Property(node) {
        const name = keyName(node);
        const isFalse = node.value.type === "Literal" && node.value.value === false;
        if (name === "isStyled" && !isFalse) report(node.start, "says that a text is ours", name);
        const isPainter = /^(?:Arrow)?FunctionExpression$/.test(node.value.type);
        if (name === "render" && isPainter) report(node.start, "paints rows", name);
      },
      MethodDefinition(node) {
        if (keyName(node) === "render") report(node.start, "paints rows", "render");
      },
      CallExpression(node) {
        const names = memberPath(node.callee)?.names ?? [];
        if (names.at(-1) === "write" && /^#?terminal$/i.test(names.at(-2) ?? ""))
          report(node.start, "writes to the terminal", "write");
      },
    };
  },
} satisfies Rule;
