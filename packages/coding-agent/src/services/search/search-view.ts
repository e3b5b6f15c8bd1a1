// The result of a search as people see it: the text without marks for models, where there is one.
import type { ToolView, ViewedResult } from "@oh-my-pi/pi-agent-core/view";

export function searchView(title: string, result: ViewedResult | undefined): ToolView {
  if (result === undefined) return { title, blocks: [] };
  const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  if (result.isError)
    return { title, blocks: texts.map((text) => ({ type: "text", text, tone: "error" })) };
  const display = (result.details as { displayContent?: unknown } | undefined)?.displayContent;
  const code = typeof display === "string" ? display : texts.join("\n");
  return { title, blocks: [{ type: "code", code }] };
}
