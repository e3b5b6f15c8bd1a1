// A session as one HTML page that needs nothing else: no script, no request, and nothing in it that a browser would
// run. Pure.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { SessionHeader } from "../log/entry.ts";
import type { ContextMessage } from "../state/context-messages.ts";
import { escapeHtml } from "./escape-html.ts";
import { messageHtml } from "./message-html.ts";
import style from "./page.css" with { type: "text" };

export interface ExportedSession {
  readonly header: SessionHeader;
  readonly messages: readonly ContextMessage[];
  /** Those whose views are known. */
  readonly tools: readonly Tool[];
  readonly systemPrompt?: string | undefined;
}

/** The page. */
export function sessionHtml({ header, messages, tools, systemPrompt }: ExportedSession): string {
  const results = new Map(
    messages
      .filter((message): message is ToolResultMessage => message.role === "toolResult")
      .map((message) => [message.toolCallId, message]),
  );
  const context = { tools: new Map(tools.map((tool) => [tool.name, tool])), results };
  const title = escapeHtml(header.title ?? `Session ${header.id}`);
  const prompt =
    systemPrompt === undefined
      ? ""
      : `<details class="prompt"><summary>System prompt and tools</summary><pre>${escapeHtml(systemPrompt)}</pre>${toolList(tools)}</details>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${title}</title><style>${style}</style></head>
<body><header><h1>${title}</h1><p>${escapeHtml(header.timestamp)} · ${escapeHtml(header.cwd)}</p></header>
${prompt}<main>${messages.map((message) => messageHtml(message, context)).join("\n")}</main></body></html>
`;
}

function toolList(tools: readonly Tool[]): string {
  const items = tools.map(
    ({ name, description }) =>
      `<li><b>${escapeHtml(name)}</b> ${escapeHtml(description.split("\n")[0] ?? "")}</li>`,
  );
  return `<ul>${items.join("")}</ul>`;
}
