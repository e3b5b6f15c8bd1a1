// One message of a session as HTML; a tool's result is shown as the tool shows it. Pure.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { defaultView, type ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import type { ImageContent, TextContent, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { ContextMessage } from "../state/context-messages.ts";
import { escapeHtml, imageHtml } from "./escape-html.ts";
import { blockHtml } from "./view-html.ts";

/** What a page of messages needs to know besides them. */
export interface MessageContext {
  readonly tools: ReadonlyMap<string, Tool>;
  /** Results by the id of their call. */
  readonly results: ReadonlyMap<string, ToolResultMessage>;
}

/** A message, or nothing for one that is shown elsewhere. */
export function messageHtml(message: ContextMessage, context: MessageContext): string {
  switch (message.role) {
    case "assistant":
      return section("assistant", message.model, [
        ...message.content.map((block) => answerHtml(block, context)),
        ...(message.errorMessage === undefined
          ? []
          : [`<pre class="error">${escapeHtml(message.errorMessage)}</pre>`]),
      ]);
    case "toolResult":
      return "";
    case "bashExecution":
      return section("command", "command", [
        `<pre class="code">$ ${escapeHtml(message.command)}\n${escapeHtml(message.output)}</pre>`,
      ]);
    case "compactionSummary":
    case "branchSummary":
      return section("summary", "summary", [
        `<div class="text">${escapeHtml(message.summary)}</div>`,
      ]);
    case "custom":
      return message.display
        ? section("custom", message.customType, contentHtml(message.content))
        : "";
    default:
      return section("user", message.role, contentHtml(message.content));
  }
}

type AnswerBlock = Extract<ContextMessage, { role: "assistant" }>["content"][number];

function answerHtml(block: AnswerBlock, context: MessageContext): string {
  if (block.type === "text") return `<div class="text">${escapeHtml(block.text)}</div>`;
  if (block.type === "thinking")
    return `<details class="thinking"><summary>thinking</summary><div class="text">${escapeHtml(block.thinking)}</div></details>`;
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
  const kind = result?.isError === true ? "tool failed" : "tool";
  return `<details class="${kind}" open><summary><b>${escapeHtml(block.name)}</b> ${escapeHtml(about)}</summary>${blocks.map(blockHtml).join("")}</details>`;
}

function contentHtml(content: string | readonly (TextContent | ImageContent)[]): string[] {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return blocks.map((block) =>
    block.type === "text"
      ? `<div class="text">${escapeHtml(block.text)}</div>`
      : imageHtml(block.data, block.mimeType),
  );
}

function section(kind: string, heading: string, parts: readonly string[]): string {
  return `<section class="${kind}"><h2>${escapeHtml(heading)}</h2>${parts.join("")}</section>`;
}
