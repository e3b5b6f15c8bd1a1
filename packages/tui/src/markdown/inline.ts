/** Markdown inside a line: emphasis, code, links. */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Token, Tokens } from "marked";
import { hyperlink, isOpenable } from "../text/hyperlink.ts";
import type { MarkdownStyles } from "./markdown-styles.ts";

/** What inline rendering needs. */
export interface InlineContext {
  readonly styles: MarkdownStyles;
  /** Links become OSC 8 hyperlinks; otherwise their target is written behind them. */
  readonly hyperlinks: boolean;
}

/** The styled text of inline tokens; line breaks of the source stay. */
export function renderInline(tokens: readonly Token[] | undefined, context: InlineContext): string {
  return (tokens ?? []).map((token) => renderToken(token, context)).join("");
}

function renderToken(token: Token, context: InlineContext): string {
  const { styles } = context;
  switch (token.type) {
    case "strong":
      return styles.strong(renderInline(token.tokens, context));
    case "em":
      return styles.emphasis(renderInline(token.tokens, context));
    case "del":
      return styles.strike(renderInline(token.tokens, context));
    case "codespan":
      return styles.code(sanitizeForeign((token as Tokens.Codespan).text));
    case "br":
      return "\n";
    case "link":
      return renderLink(token as Tokens.Link, context);
    case "image":
      return renderImage(token as Tokens.Image, context);
    case "html":
      return styles.html(token.raw);
    case "text":
    case "escape":
      return token.type === "text" && token.tokens !== undefined
        ? renderInline(token.tokens, context)
        : inertText((token as Tokens.Text).text);
    default:
      return inertText(token.raw);
  }
}

function renderLink(link: Tokens.Link, context: InlineContext): string {
  const label = renderInline(link.tokens, context);
  const { styles } = context;
  const target = linkTarget(link.href);
  if (context.hyperlinks && isOpenable(target)) return hyperlink(target, styles.link(label));
  const isItsOwnLabel = link.text === target || `mailto:${link.text}` === target;
  return isItsOwnLabel
    ? styles.link(label)
    : `${styles.link(label)} ${styles.linkTarget(`(${target})`)}`;
}

function renderImage(image: Tokens.Image, context: InlineContext): string {
  const label = `[${image.text === "" ? "image" : inertText(image.text)}]`;
  return `${context.styles.link(label)} ${context.styles.linkTarget(`(${linkTarget(image.href)})`)}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Text with its named characters replaced; the lexer has replaced the numbered ones, so it is made inert again. */
function inertText(text: string): string {
  const decoded = text.replace(/&([a-z]{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole);
  return sanitizeForeign(decoded);
}

/** A target with all its character references replaced. */
function linkTarget(href: string): string {
  return inertText(
    href.replace(/&#(\d{1,7}|x[0-9a-f]{1,6});/gi, (whole, digits: string) => {
      const code = Number(/^x/i.test(digits) ? `0${digits}` : digits);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    }),
  );
}
