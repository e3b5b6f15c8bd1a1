// The blocks that a tool shows, as HTML. Pure.
import type { ViewBlock } from "@oh-my-pi/pi-agent-core/view";
import { escapeHtml, imageHtml } from "./escape-html.ts";
import { type CodeHtml, markdownHtml } from "./markdown-html.ts";

/** One block. */
export function blockHtml(block: ViewBlock, code: CodeHtml): string {
  switch (block.type) {
    case "text":
      return `<pre class="${block.tone ?? "normal"}">${escapeHtml(block.text)}</pre>`;
    case "code":
      return code(block.code, block.language ?? "");
    case "diff":
      return `<p class="path">${escapeHtml(block.path)}</p><pre class="diff">${diffLines(block.patch)}</pre>`;
    case "list": {
      const items = block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join("");
      return block.isOrdered === true ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
    }
    case "table":
      return `<div class="wide"><table><tr>${cells(block.columns, "th")}</tr>${block.rows
        .map((row) => `<tr>${cells(row, "td")}</tr>`)
        .join("")}</table></div>`;
    case "markdown":
      return `<div class="text">${markdownHtml(block.markdown, code)}</div>`;
    case "image":
      return imageHtml(block.data, block.mimeType, block.alt);
  }
}

function cells(texts: readonly string[], element: "td" | "th"): string {
  return texts.map((text) => `<${element}>${escapeHtml(text)}</${element}>`).join("");
}

const DIFF_KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "place" };

function diffLines(patch: string): string {
  return patch
    .split("\n")
    .map((line) => {
      const kind = DIFF_KINDS[line.charAt(0)] ?? "same";
      return `<span class="${kind}">${escapeHtml(line)}</span>`;
    })
    .join("\n");
}
