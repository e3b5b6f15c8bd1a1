// What was read, as people see it: code with its own line numbers, images as images.
import type { ToolView, ViewBlock, ViewedResult } from "@oh-my-pi/pi-agent-core/view";

interface Display {
  readonly text: string;
  readonly startLine: number;
}

export function readView(path: string, result: ViewedResult | undefined): ToolView {
  if (result === undefined) return { title: path, blocks: [] };
  const display = (result.details as { displayContent?: Display } | undefined)?.displayContent;
  const blocks = result.content.flatMap((block): ViewBlock[] => {
    if (block.type === "image") return [{ ...block, alt: path }];
    if (result.isError) return [{ type: "text", text: block.text, tone: "error" }];
    const { text: code, startLine } = display ?? { text: block.text, startLine: undefined };
    return [
      { type: "code", code, ...languageOf(path), ...(startLine !== undefined && { startLine }) },
    ];
  });
  return { title: path, blocks };
}

function languageOf(path: string): { language?: string } {
  const language = /\.([A-Za-z][A-Za-z0-9]{0,9})(?::[\w,+-]+)*$/.exec(path)?.[1];
  return language === undefined ? {} : { language };
}
