// Markdown as HTML: every element is one of ours, every text is escaped, and what could run or load something is shown as
// text. Pure.
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { escapeHtml } from "./escape-html.ts";

/** Code of a language as HTML. */
export type CodeHtml = (code: string, language: string) => string;

/** The text of a document. */
export function markdownHtml(markdown: string, codeHtml: CodeHtml): string {
  return blocks(new Lexer({ gfm: true }).lex(markdown), codeHtml);
}

function blocks(tokens: readonly Token[], codeHtml: CodeHtml): string {
  return tokens.map((token) => blockHtml(token as MarkedToken, codeHtml)).join("");
}

function blockHtml(token: MarkedToken, codeHtml: CodeHtml): string {
  switch (token.type) {
    case "space":
    case "def":
      return "";
    case "hr":
      return "<hr>";
    case "heading": {
      // The page has headings of its own above those of its texts.
      const level = Math.min(6, token.depth + 2);
      return `<h${level}>${inline(token.tokens)}</h${level}>`;
    }
    case "code":
      return codeHtml(token.text, token.lang ?? "");
    case "blockquote":
      return `<blockquote>${blocks(token.tokens, codeHtml)}</blockquote>`;
    case "list":
      return listHtml(token, codeHtml);
    case "table":
      return tableHtml(token);
    case "paragraph":
      return `<p>${inline(token.tokens)}</p>`;
    case "checkbox":
      return boxHtml(token);
    case "text":
      return token.tokens === undefined ? escapeHtml(token.text) : inline(token.tokens);
    default:
      // HTML among the Markdown, and whatever else there may be: shown as it was written.
      return `<p class="raw">${escapeHtml(token.raw)}</p>`;
  }
}

function listHtml({ ordered, start, items }: Tokens.List, codeHtml: CodeHtml): string {
  const lines = items.map(({ task, tokens }) => {
    const kind = task ? ' class="task"' : "";
    return `<li${kind}>${blocks(tokens, codeHtml)}</li>`;
  });
  const first = ordered && typeof start === "number" && start !== 1 ? ` start="${start}"` : "";
  return ordered ? `<ol${first}>${lines.join("")}</ol>` : `<ul>${lines.join("")}</ul>`;
}

function tableHtml({ header, rows }: Tokens.Table): string {
  const row = (cells: readonly Tokens.TableCell[], element: "td" | "th"): string =>
    `<tr>${cells.map(({ tokens }) => `<${element}>${inline(tokens)}</${element}>`).join("")}</tr>`;
  const body = rows.map((cells) => row(cells, "td")).join("");
  return `<div class="wide"><table>${row(header, "th")}${body}</table></div>`;
}

function inline(tokens: readonly Token[] = []): string {
  return tokens.map((token) => inlineHtml(token as MarkedToken)).join("");
}

function inlineHtml(token: MarkedToken): string {
  switch (token.type) {
    case "strong":
      return `<strong>${inline(token.tokens)}</strong>`;
    case "em":
      return `<em>${inline(token.tokens)}</em>`;
    case "del":
      return `<del>${inline(token.tokens)}</del>`;
    case "codespan":
      return `<code>${escapeHtml(token.text)}</code>`;
    case "br":
      return "<br>";
    case "link":
      return linkHtml(token.href, inline(token.tokens));
    case "image":
      // Nothing is fetched: a picture elsewhere is a link to it.
      return linkHtml(token.href, escapeHtml(token.text || token.href));
    case "checkbox":
      return boxHtml(token);
    case "escape":
      return escapeHtml(token.text);
    case "text":
      return token.tokens === undefined ? escapeHtml(token.text) : inline(token.tokens);
    default:
      return escapeHtml(token.raw);
  }
}

function boxHtml({ checked }: Tokens.Checkbox): string {
  return checked ? "☑ " : "☐ ";
}

/** Only addresses that a reader may safely follow become links; of others the text stays, with the address behind it. */
function linkHtml(href: string, label: string): string {
  return /^(https?:\/\/|mailto:)/i.test(href)
    ? `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${label}</a>`
    : `${label} <span class="address">(${escapeHtml(href)})</span>`;
}
