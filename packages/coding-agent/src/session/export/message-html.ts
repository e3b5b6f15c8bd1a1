// One message of a session as HTML; a tool's result is shown as the tool shows it. Pure.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { defaultView, type ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import type { ImageContent, TextContent, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { ContextMessage } from "../state/context-messages.ts";
import { escapeHtml, imageHtml } from "./escape-html.ts";
import { type CodeHtml, markdownHtml } from "./markdown-html.ts";
import { blockHtml } from "./view-html.ts";

/** What a page of messages needs to know besides them. */
export interface MessageContext {
  readonly tools: ReadonlyMap<string, Tool>;
  /** Results by the id of their call. */
  readonly results: ReadonlyMap<string, ToolResultMessage>;
  readonly code: CodeHtml;
}

/** A message, or nothing for one that is shown elsewhere. `anchor` is its place for links. */
export function messageHtml(
  message: ContextMessage,
  context: MessageContext,
  anchor?: string,
): string {
  const { code } = context;
  switch (message.role) {
    case "assistant":
      return section({ kind: "assistant", heading: message.model, timestamp: message.timestamp }, [
        ...message.content.map((block) => answerHtml(block, context)),
        ...(message.errorMessage === undefined
          ? []
          : [part("answer", `<pre class="error">${escapeHtml(message.errorMessage)}</pre>`)]),
      ]);
    case "toolResult":
      return "";
    case "bashExecution":
      return section(
        {
          kind: "command",
          heading:
            message.excludeFromContext === true ? "command (kept from the model)" : "command",
          timestamp: message.timestamp,
        },
        [part("tool", code(`$ ${message.command}\n${message.output}`, ""))],
      );
    case "compactionSummary":
    case "branchSummary":
      return section({ kind: "summary", heading: "summary", timestamp: message.timestamp }, [
        part("answer", `<div class="text">${markdownHtml(message.summary, code)}</div>`),
      ]);
    case "custom":
      return message.display
        ? section(
            { kind: "custom", heading: message.customType, timestamp: message.timestamp },
            contentHtml(message.content, "answer", code),
          )
        : "";
    default:
      return section(
        { kind: "user", heading: message.role, timestamp: message.timestamp, anchor },
        contentHtml(message.content, "prompt", code),
      );
  }
}

type AnswerBlock = Extract<ContextMessage, { role: "assistant" }>["content"][number];

function answerHtml(block: AnswerBlock, context: MessageContext): string {
  const { code } = context;
  if (block.type === "text")
    return part("answer", `<div class="text">${markdownHtml(block.text, code)}</div>`);
  if (block.type === "thinking")
    return `<details class="thinking" data-kind="thinking"><summary>thinking</summary><div class="text">${markdownHtml(block.thinking, code)}</div></details>`;
  if (block.type !== "toolCall") return "";
  const tool = context.tools.get(block.name);
  const result = context.results.get(block.id);
  const viewed: ViewedResult | undefined = result && {
    content: result.content,
    details: result.details,
    isError: result.isError,
    isPartial: false,
  };
  const { title, blocks } = tool?.view(block.arguments, viewed) ?? defaultView(viewed);
  const about = title ?? JSON.stringify(block.arguments);
  const isFailed = result?.isError === true;
  const sign = result === undefined ? "…" : isFailed ? "✗" : "✓";
  const body = blocks.map((each) => blockHtml(each, code)).join("");
  return `<details class="tool${isFailed ? " failed" : ""}" data-kind="tool" open><summary><span class="sign">${sign}</span> <b>${escapeHtml(block.name)}</b> ${escapeHtml(about)}</summary><div class="card">${body}</div></details>`;
}

function contentHtml(
  content: string | readonly (TextContent | ImageContent)[],
  kind: string,
  code: CodeHtml,
): string[] {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return blocks.map((block) =>
    part(
      kind,
      block.type === "text"
        ? `<div class="text">${markdownHtml(block.text, code)}</div>`
        : imageHtml(block.data, block.mimeType),
    ),
  );
}

/** A piece that can be searched and filtered. */
function part(kind: string, html: string): string {
  return `<div class="part" data-kind="${kind}">${html}</div>`;
}

interface Heading {
  readonly kind: string;
  readonly heading: string;
  readonly timestamp: number;
  readonly anchor?: string | undefined;
}

function section({ kind, heading, timestamp, anchor }: Heading, parts: readonly string[]): string {
  const place = anchor === undefined ? "" : ` id="${escapeHtml(anchor)}"`;
  const time = Number.isFinite(timestamp) && timestamp > 0 ? timeHtml(timestamp) : "";
  return `<section class="${kind}"${place}><h2>${escapeHtml(heading)}${time}</h2>${parts.join("")}</section>`;
}

function timeHtml(timestamp: number): string {
  const iso = new Date(timestamp).toISOString();
  return ` <time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")}</time>`;
}
