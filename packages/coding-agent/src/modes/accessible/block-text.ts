// What tools show, in words: no marks to make out, no columns to follow. Pure.
import type { ViewBlock } from "@oh-my-pi/pi-agent-core/view";

/** The lines of a block. */
export function blockLines(block: ViewBlock): string[] {
  switch (block.type) {
    case "text":
      return linesOf(block.text);
    case "code":
      return linesOf(block.code);
    case "markdown":
      return linesOf(block.markdown);
    case "diff":
      return linesOf(block.patch).flatMap(diffLine);
    case "list":
      return [...block.items];
    case "table":
      return block.rows.map((row) =>
        row.map((cell, at) => `${block.columns[at] ?? ""}: ${cell}`).join("; "),
      );
    case "image":
      return [`Picture: ${block.alt ?? block.mimeType}`];
  }
}

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}

/** Only what changed, with the word for it before the line. */
function diffLine(line: string): string[] {
  const [, sign, rest = ""] = /^([+-])(?![+-]{2} )(.*)$/s.exec(line) ?? [];
  if (sign === undefined) return [];
  return [`${sign === "+" ? "added" : "removed"} ${rest}`];
}
