// A session as one HTML page that needs nothing else: it asks nobody, and nothing of the session in it can run. The one
// script is ours and is named to the browser by its hash.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { SessionHeader } from "../log/entry.ts";
import type { ContextMessage } from "../state/context-messages.ts";
import { escapeHtml } from "./escape-html.ts";
import { messageHtml } from "./message-html.ts";
import { type OutlineLine, outlineOf, type PromptNode } from "./outline.ts";
import { PageInk } from "./page-ink.ts";
import style from "./page.css" with { type: "text" };
import script from "./page-script.js.txt" with { type: "text" };

export interface ExportedSession {
  readonly header: SessionHeader;
  readonly messages: readonly ContextMessage[];
  /** Every prompt of the session, those of other branches included. */
  readonly prompts?: readonly PromptNode[];
  /** Those whose views are known. */
  readonly tools: readonly Tool[];
  readonly systemPrompt?: string | undefined;
}

/** The page. */
export async function sessionHtml(session: ExportedSession): Promise<string> {
  const ink = new PageInk();
  const page = pageHtml(session, ink);
  return (await ink.load()) ? pageHtml(session, ink) : page;
}

function pageHtml(session: ExportedSession, ink: PageInk): string {
  const { header, prompts = [] } = session;
  const title = escapeHtml(header.title ?? `Session ${header.id}`);
  const shown = prompts.filter(({ isShown }) => isShown).map(({ id }) => id);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${title}</title><style>${style}</style></head>
<body><header><h1>${title}</h1><p>${escapeHtml(header.timestamp)} · ${escapeHtml(header.cwd)}</p>
${TOOLBAR}</header>
${outlineHtml(outlineOf(prompts), shown)}${promptHtml(session)}<main>${messagesHtml(session, ink, shown)}</main>
<script>${script}</script></body></html>
`;
}

function hashOf(text: string): string {
  return `sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}`;
}

/** Shown by the script, so that a page that cannot run it has no dead buttons. */
const TOOLBAR = `<div id="tools" hidden><input id="search" type="search" placeholder="Search (/)" aria-label="Search"> <output id="count"></output>
${[
  ["prompt", "Prompts"],
  ["answer", "Answers"],
  ["thinking", "Thinking"],
  ["tool", "Tools"],
]
  .map(
    ([kind, label]) =>
      `<label><input type="checkbox" data-shows="${kind}" checked> ${label}</label>`,
  )
  .join(" ")}</div>`;

function messagesHtml(
  { messages, tools }: ExportedSession,
  ink: PageInk,
  anchors: readonly string[],
): string {
  const results = new Map(
    messages
      .filter((message): message is ToolResultMessage => message.role === "toolResult")
      .map((message) => [message.toolCallId, message]),
  );
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const context = { tools: byName, results, code: ink.code };
  let prompts = 0;
  return messages
    .map((message) => {
      const anchor = message.role === "user" ? anchors[prompts++] : undefined;
      return messageHtml(message, context, anchor && `prompt-${anchor}`);
    })
    .join("\n");
}

function outlineHtml(lines: readonly OutlineLine[], shown: readonly string[]): string {
  if (lines.length < 2) return "";
  const items = lines.map(({ id, text, isShown, depth }) => {
    const label = escapeHtml(text || "(picture)");
    const body = isShown ? `<a href="#prompt-${escapeHtml(id)}">${label}</a>` : label;
    return `<li class="depth-${Math.min(depth, 8)}${isShown ? "" : " aside"}">${body}</li>`;
  });
  const aside = lines.length - shown.length;
  const branches = aside === 0 ? "" : `, ${aside} on other branches`;
  return `<nav><details><summary>${lines.length} prompts${branches}</summary><ol>${items.join("")}</ol></details></nav>`;
}

function promptHtml({ systemPrompt, tools }: ExportedSession): string {
  if (systemPrompt === undefined) return "";
  const items = tools.map(
    ({ name, description }) =>
      `<li><b>${escapeHtml(name)}</b> ${escapeHtml(description.split("\n")[0] ?? "")}</li>`,
  );
  return `<details class="prompt"><summary>System prompt and tools</summary><pre>${escapeHtml(systemPrompt)}</pre><ul>${items.join("")}</ul></details>`;
}
