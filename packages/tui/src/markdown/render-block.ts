/** Blocks as lines of a width: headings, paragraphs, lists, quotes, code, tables. */
import { visibleWidth } from "../text/width.ts";
import { wrapText } from "../text/wrap.ts";
import { CodeBlock, type CodeBlockOptions, type Highlighter } from "../widgets/code-block.ts";
import type { Block, ListBlock, ListItem, TableBlock } from "./block.ts";
import { type InlineContext, renderInline } from "./render-inline.ts";
import { renderTable } from "./table.ts";

/** What block rendering needs. */
export interface BlockContext extends InlineContext {
  readonly highlight?: Highlighter;
  readonly tabWidth?: number;
}

const MAX_RULE_COLUMNS = 80;

/** The lines of one block, without blank lines around it. */
export function renderBlock(block: Block, width: number, context: BlockContext): readonly string[] {
  const { styles } = context;
  switch (block.type) {
    case "heading": {
      const prefix = block.depth > 2 ? `${"#".repeat(block.depth)} ` : "";
      const text = prefix + renderInline(block.text, context);
      return wrapText(styles.heading(text, block.depth), width);
    }
    case "paragraph":
      return wrapText(renderInline(block.text, context), width);
    case "code":
      return renderCode(block.language, block.lines, width, context);
    case "list":
      return renderList(block, width, context);
    case "quote":
      return renderQuote(block.blocks, width, context);
    case "table":
      return renderTable(tableData(block, context), width, styles.border);
    case "rule":
      return [styles.border("─".repeat(Math.min(width, MAX_RULE_COLUMNS)))];
    case "html":
      return wrapText(styles.html(block.text), width);
    case "space":
      return [];
  }
}

/** Blocks one below the other; a blank line stands where the source had one. */
function renderBlocks(
  blocks: readonly Block[],
  width: number,
  context: BlockContext,
): readonly string[] {
  const [only] = blocks;
  if (only !== undefined && blocks.length === 1) return renderBlock(only, width, context);
  const lines: string[] = [];
  let hasGap = false;
  for (const block of blocks) {
    if (block.type === "space") hasGap = true;
    const rendered = renderBlock(block, width, context);
    if (rendered.length === 0) continue;
    if (hasGap && lines.length > 0) lines.push("");
    for (const line of rendered) lines.push(line);
    hasGap = false;
  }
  return lines;
}

/** The look of code blocks in Markdown. */
export function codeOptions(language: string, context: BlockContext): CodeBlockOptions {
  return {
    language: language.split(/[\s{,]/, 1)[0] ?? "",
    codeStyle: context.styles.codeBlock,
    fenceStyle: context.styles.fence,
    indent: "  ",
    ...(context.highlight === undefined ? {} : { highlight: context.highlight }),
    ...(context.tabWidth === undefined ? {} : { tabWidth: context.tabWidth }),
  };
}

function renderCode(
  language: string,
  lines: readonly string[],
  width: number,
  context: BlockContext,
): readonly string[] {
  const block = new CodeBlock(codeOptions(language, context));
  block.addLines(lines);
  block.finish();
  return block.render(width);
}

function renderList(list: ListBlock, width: number, context: BlockContext): string[] {
  const lines: string[] = [];
  for (const [index, item] of list.items.entries()) {
    const bullet = list.firstNumber === undefined ? "- " : `${list.firstNumber + index}. `;
    if (item.hasGap) lines.push("");
    pushItem(lines, item, bullet, { width, context });
  }
  return lines;
}

function pushItem(
  lines: string[],
  { blocks, isChecked }: ListItem,
  bullet: string,
  { width, context }: { readonly width: number; readonly context: BlockContext },
): void {
  const check = isChecked === undefined ? "" : isChecked ? "[x] " : "[ ] ";
  const indent = " ".repeat(bullet.length);
  const rendered = renderBlocks(blocks, Math.max(1, width - bullet.length), context);
  lines.push(context.styles.bullet(bullet) + check + (rendered[0] ?? ""));
  for (let row = 1; row < rendered.length; row++) {
    const line = rendered[row] ?? "";
    lines.push(line === "" ? "" : indent + line);
  }
}

function renderQuote(blocks: readonly Block[], width: number, context: BlockContext): string[] {
  const border = context.styles.border("│ ");
  return renderBlocks(blocks, Math.max(1, width - visibleWidth("│ ")), context).map(
    (line) => border + context.styles.quote(line),
  );
}

function tableData(table: TableBlock, context: BlockContext) {
  const cell = (text: string) => renderInline(text, context);
  return {
    header: table.header.map((header) => context.styles.strong(cell(header))),
    rows: table.rows.map((row) => row.map(cell)),
    alignments: table.alignments,
  };
}
