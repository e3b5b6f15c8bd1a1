/** Markdown blocks as lines of a width: headings, paragraphs, lists, quotes, code, tables. */
import type { Token, Tokens } from "marked";
import { visibleWidth } from "../text/width.ts";
import { wrapText } from "../text/wrap.ts";
import { CodeBlock, type CodeBlockOptions, type Highlighter } from "../widgets/code-block.ts";
import { type InlineContext, renderInline } from "./inline.ts";
import { type Alignment, renderTable } from "./table.ts";

/** What block rendering needs. */
export interface BlockContext extends InlineContext {
  readonly highlight?: Highlighter;
  readonly tabWidth?: number;
}

const MAX_RULE_COLUMNS = 80;

/** The lines of one block, without blank lines around it. */
export function renderBlock(token: Token, width: number, context: BlockContext): readonly string[] {
  const { styles } = context;
  switch (token.type) {
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      const prefix = depth > 2 ? `${"#".repeat(depth)} ` : "";
      return wrapText(styles.heading(prefix + renderInline(tokens, context), depth), width);
    }
    case "paragraph":
    case "text":
      return wrapText(renderInline(token.tokens ?? [token], context), width);
    case "code":
      return renderCode(token as Tokens.Code, width, context);
    case "list":
      return renderList(token as Tokens.List, width, context);
    case "blockquote":
      return renderQuote(token as Tokens.Blockquote, width, context);
    case "table":
      return renderTable(tableData(token as Tokens.Table, context), width, styles.border);
    case "hr":
      return [styles.border("─".repeat(Math.min(width, MAX_RULE_COLUMNS)))];
    case "html":
      return wrapText(styles.html(token.raw.trimEnd()), width);
    case "space":
    case "def":
    case "checkbox":
      return [];
    default:
      return wrapText(token.raw.trimEnd(), width);
  }
}

/** Blocks one below the other; a blank line stands where the source had one. */
function renderBlocks(tokens: readonly Token[], width: number, context: BlockContext): string[] {
  const lines: string[] = [];
  let hasGap = false;
  for (const token of tokens) {
    if (token.type === "space") hasGap = true;
    const block = renderBlock(token, width, context);
    if (block.length === 0) continue;
    if (hasGap && lines.length > 0) lines.push("");
    for (const line of block) lines.push(line);
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

function renderCode(token: Tokens.Code, width: number, context: BlockContext): readonly string[] {
  const block = new CodeBlock(codeOptions(token.lang ?? "", context));
  block.setCode(token.text);
  return block.render(width);
}

function renderList(list: Tokens.List, width: number, context: BlockContext): string[] {
  const first = typeof list.start === "number" ? list.start : 1;
  return list.items.flatMap((item, index) => {
    const bullet = list.ordered ? `${first + index}. ` : "- ";
    const check = item.task ? (item.checked === true ? "[x] " : "[ ] ") : "";
    const indent = " ".repeat(bullet.length);
    const lines = renderBlocks(item.tokens, Math.max(1, width - bullet.length), context);
    const [head = "", ...rest] = lines;
    const gap = endsWithBlankLine(list.items[index - 1]?.raw ?? "") ? [""] : [];
    return [
      ...gap,
      context.styles.bullet(bullet) + check + head,
      ...rest.map((line) => (line === "" ? "" : indent + line)),
    ];
  });
}

/** True when a blank line ends the source of a block. */
export function endsWithBlankLine(source: string): boolean {
  return /\n[ \t]*\n$/.test(source);
}

function renderQuote(token: Tokens.Blockquote, width: number, context: BlockContext): string[] {
  const border = context.styles.border("│ ");
  return renderBlocks(token.tokens, Math.max(1, width - visibleWidth("│ ")), context).map(
    (line) => border + context.styles.quote(line),
  );
}

function tableData(table: Tokens.Table, context: BlockContext) {
  const cell = (data: Tokens.TableCell) => renderInline(data.tokens, context);
  return {
    header: table.header.map((header) => context.styles.strong(cell(header))),
    rows: table.rows.map((row) => row.map(cell)),
    alignments: table.align.map((alignment): Alignment => alignment ?? "left"),
  };
}
