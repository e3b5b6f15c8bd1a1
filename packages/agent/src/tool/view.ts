// What a tool shows to people, as data. Terminal, HTML export and protocol clients render the same
// blocks; nothing here knows how.
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";

export type ViewTone = "normal" | "muted" | "success" | "warning" | "error";

/** One piece of a view. Text is foreign: renderers must treat it as inert. */
export type ViewBlock =
  | { type: "text"; text: string; tone?: ViewTone }
  | { type: "code"; code: string; language?: string; startLine?: number }
  | { type: "diff"; path: string; patch: string }
  | { type: "list"; items: readonly string[]; isOrdered?: boolean }
  | { type: "table"; columns: readonly string[]; rows: readonly (readonly string[])[] }
  | { type: "markdown"; markdown: string }
  | { type: "image"; data: string; mimeType: string; alt?: string };

/** A tool result as views see it, live or read back from a log. */
export interface ViewedResult<Details = unknown> {
  readonly content: readonly (TextContent | ImageContent)[];
  readonly details: Details;
  readonly isError: boolean;
  /** True while the tool still runs. */
  readonly isPartial: boolean;
}

export interface ToolView {
  /** One line: what the call is about, without the tool's own name. */
  readonly title?: string;
  readonly blocks: readonly ViewBlock[];
}

/** The view of a tool that brings none: its text and images as they are. */
export function defaultView(result: ViewedResult | undefined): ToolView {
  const tone: ViewTone = result?.isError ? "error" : "normal";
  return {
    blocks: (result?.content ?? []).map((block): ViewBlock =>
      block.type === "text" ? { ...block, tone } : block,
    ),
  };
}
