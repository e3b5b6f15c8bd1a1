/** Turns the tokens of the Markdown grammar into blocks. The one place that knows their shapes. */
import type { Token, Tokens } from "marked";
import type { Alignment, Block, ListItem } from "./block.ts";
import { readInline } from "./inline-text.ts";

/** The block of a token; nothing for tokens that show nothing. */
export function readBlock(token: Token): Block | undefined {
  switch (token.type) {
    case "heading":
      return { type: "heading", depth: (token as Tokens.Heading).depth, text: inlineOf(token) };
    case "paragraph":
    case "text":
      return { type: "paragraph", text: inlineOf(token) };
    case "code":
      return readCode(token as Tokens.Code);
    case "list":
      return readList(token as Tokens.List);
    case "blockquote":
      return { type: "quote", blocks: readBlocks(token.tokens) };
    case "table":
      return readTable(token as Tokens.Table);
    case "hr":
      return { type: "rule" };
    case "html":
      return { type: "html", text: token.raw.trimEnd() };
    case "space":
      return { type: "space" };
    case "def":
    case "checkbox":
      return undefined;
    default:
      return { type: "paragraph", text: token.raw.trimEnd() };
  }
}

/** True when a blank line ends the source of a block. */
export function endsWithBlankLine(source: string): boolean {
  return /\n[ \t]*\n$/.test(source);
}

function readBlocks(tokens: readonly Token[] | undefined): Block[] {
  return (tokens ?? []).flatMap((token) => readBlock(token) ?? []);
}

function inlineOf(token: Token): string {
  const { tokens } = token as Tokens.Text;
  return readInline(tokens ?? [token]);
}

function readCode({ lang = "", text }: Tokens.Code): Block {
  return { type: "code", language: lang, lines: text.replace(/\n$/, "").split("\n") };
}

function readList({ ordered, start, items }: Tokens.List): Block {
  const first = typeof start === "number" ? start : 1;
  return {
    type: "list",
    firstNumber: ordered ? first : undefined,
    items: items.map((item, index): ListItem => {
      const before = items[index - 1]?.raw ?? "";
      return {
        blocks: readBlocks(item.tokens),
        isChecked: item.task ? item.checked === true : undefined,
        hasGap: endsWithBlankLine(before),
      };
    }),
  };
}

function readTable({ header, rows, align }: Tokens.Table): Block {
  const cell = ({ tokens }: Tokens.TableCell) => readInline(tokens);
  return {
    type: "table",
    header: header.map(cell),
    rows: rows.map((row) => row.map(cell)),
    alignments: align.map((alignment): Alignment => alignment ?? "left"),
  };
}
