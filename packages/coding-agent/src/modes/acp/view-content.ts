// The blocks of a tool's view as an editor shows them. Pure.
import type { ContentBlock, Diff, ToolCallContent } from "@agentclientprotocol/sdk";
import type { ViewBlock } from "@oh-my-pi/pi-agent-core/view";

/** Gives the absolute path of what a tool names. */
export type Resolve = (path: string) => string;

/** Every block of a view, in order. */
export function viewContent(blocks: readonly ViewBlock[], resolve: Resolve): ToolCallContent[] {
  return blocks.flatMap((block): ToolCallContent[] => {
    if (block.type === "diff") return diffsOf(block.path, block.patch, resolve);
    const content = contentOf(block);
    return content === undefined ? [] : [{ type: "content", content }];
  });
}

function contentOf(block: Exclude<ViewBlock, { type: "diff" }>): ContentBlock | undefined {
  if (block.type === "image") return { type: "image", data: block.data, mimeType: block.mimeType };
  const text = textOf(block);
  return text === "" ? undefined : { type: "text", text };
}

function textOf(block: Exclude<ViewBlock, { type: "diff" | "image" }>): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "markdown":
      return block.markdown;
    case "code":
      return block.code === "" ? "" : fenced(block.code, block.language);
    case "list":
      return block.items
        .map((item, at) => `${block.isOrdered ? `${at + 1}.` : "-"} ${item}`)
        .join("\n");
    case "table":
      return table(block.columns, block.rows);
  }
}

/** A fence that the code itself cannot close. */
function fenced(code: string, language = ""): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

const ROW = /^([-+ ])\d+:(.*)$/s;
const MOVED = / → (.+)$/;

/** One diff for each stretch of the file that a numbered patch shows. */
function diffsOf(path: string, patch: string, resolve: Resolve): ({ type: "diff" } & Diff)[] {
  const target = resolve(MOVED.exec(path)?.[1] ?? path);
  return stretches(patch).map((rows) => {
    const side = (sign: string): string =>
      rows
        .filter((row) => row.sign === sign || row.sign === " ")
        .map((row) => `${row.text}\n`)
        .join("");
    const isNew = rows.every(({ sign }) => sign === "+");
    return { type: "diff", path: target, oldText: isNew ? null : side("-"), newText: side("+") };
  });
}

interface Row {
  readonly sign: string;
  readonly text: string;
}

function stretches(patch: string): Row[][] {
  const found: Row[][] = [[]];
  for (const line of patch.split("\n")) {
    const [, sign, text] = ROW.exec(line) ?? [];
    if (sign !== undefined && text !== undefined) found.at(-1)?.push({ sign, text });
    else found.push([]);
  }
  return found.filter((rows) => rows.length > 0);
}
