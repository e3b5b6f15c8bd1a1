// The blocks that tools show, as widgets. A block that is too long shows its beginning and says how much is left out,
// unless everything is asked for.
import type { ViewBlock, ViewTone } from "@oh-my-pi/pi-agent-core/view";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Markdown } from "@oh-my-pi/pi-tui/markdown";
import type { Style } from "@oh-my-pi/pi-tui/theme";
import { Box } from "@oh-my-pi/pi-tui/widgets/box";
import { CodeBlock } from "@oh-my-pi/pi-tui/widgets/code-block";
import { DiffView } from "@oh-my-pi/pi-tui/widgets/diff-view";
import { DEFAULT_TAB_WIDTH, Text } from "@oh-my-pi/pi-tui/widgets/text";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Looks } from "../theming/looks.ts";
import { imageView } from "./image-view.ts";
import type { ItemKit } from "./view-kit.ts";
import { readDiff } from "./numbered-diff.ts";

/** Rows of a block that are shown at first, by what it holds. */
const SHOWN_LINES = { output: 10, code: 10, diff: 40 } as const;
const INDENT = 2;

/** The widget of one block. */
export function blockView(block: ViewBlock, kit: ItemKit): Component {
  const { looks } = kit;
  switch (block.type) {
    case "text":
      return lines(block.text, "output", kit, toneStyle(block.tone, looks));
    case "code":
      return codeView(block, kit);
    case "diff":
      return diffView(block, kit);
    case "list":
      return lines(
        block.items.map((item, at) => `${block.isOrdered ? `${at + 1}.` : "•"} ${item}`).join("\n"),
        "output",
        kit,
        looks.toolOutput,
      );
    case "table":
      return lines(
        [block.columns, ...block.rows].map((row) => row.join("  ")).join("\n"),
        "output",
        kit,
        looks.toolOutput,
      );
    case "markdown": {
      const markdown = new Markdown({
        lexer: kit.lexer,
        styles: looks.markdown,
        hyperlinks: kit.hasHyperlinks,
        highlight: kit.paintCode,
      });
      markdown.setText(block.markdown);
      return markdown;
    }
    case "image":
      return imageView(block, kit);
  }
}

function lines(
  text: string,
  what: keyof typeof SHOWN_LINES,
  kit: ItemKit,
  style: Style,
): Component {
  const { shown, note } = shorten(text.trimEnd(), SHOWN_LINES[what], kit);
  return new Container(
    new Text(shown, { style, paddingColumns: INDENT, tabWidth: kit.tabWidth ?? DEFAULT_TAB_WIDTH }),
    ...noteView(note, kit.looks),
  );
}

function codeView(
  { code, language = "" }: Extract<ViewBlock, { type: "code" }>,
  kit: ItemKit,
): Component {
  const { shown, note } = shorten(code.trimEnd(), SHOWN_LINES.code, kit);
  const block = new CodeBlock({
    language,
    indent: " ".repeat(INDENT),
    codeStyle: kit.looks.toolOutput,
    tabWidth: kit.tabWidth ?? DEFAULT_TAB_WIDTH,
    ...(language !== "" && { highlight: kit.paintCode }),
  });
  block.setCode(shown);
  return new Container(block, ...noteView(note, kit.looks));
}

/** Lines that were added and removed, counted. */
function changeCounts(patch: string, { diff }: Looks): string {
  const lines = readDiff(patch);
  const count = (kind: string): number => lines.filter((line) => line.kind === kind).length;
  return `${diff.added(`+${count("added")}`)} ${diff.removed(`-${count("removed")}`)}`;
}

function diffView({ path, patch }: Extract<ViewBlock, { type: "diff" }>, kit: ItemKit): Component {
  const { looks, tabWidth = DEFAULT_TAB_WIDTH } = kit;
  const { shown, note } = shorten(patch, SHOWN_LINES.diff, kit);
  const head = new Text(`${sanitizeForeign(path)} ${changeCounts(patch, looks)}`, {
    isStyled: true,
    paddingColumns: INDENT,
  });
  const view = new DiffView(readDiff(shown), { styles: looks.diff, tabWidth });
  return new Container(head, new Box([view], { paddingColumns: INDENT }), ...noteView(note, looks));
}

function shorten(
  text: string,
  maxLines: number,
  { view }: ItemKit,
): { shown: string; note: string } {
  const all = text.split("\n");
  if (view.isExpanded || all.length <= maxLines + 1) return { shown: text, note: "" };
  return {
    shown: all.slice(0, maxLines).join("\n"),
    note: `… ${all.length - maxLines} more lines, Ctrl+O shows them`,
  };
}

function noteView(note: string, looks: Looks): Component[] {
  return note === "" ? [] : [new Text(note, { style: looks.muted, paddingColumns: INDENT })];
}

function toneStyle(tone: ViewTone | undefined, looks: Looks): Style {
  if (tone === "error" || tone === "warning") return looks.tones[tone];
  return tone === "success" ? looks.success : looks.toolOutput;
}
