/**
 * Markdown inside a line as one string: plain text with marks around what is emphasised, code or a link. The marks are
 * control characters, which text that was made inert cannot hold.
 */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Token, Tokens } from "marked";

/** Inert text with {@link MARKS}. */
export type InlineText = string;

/** Each mark opens a stretch that `end` closes; a link has its target first, up to `targetEnd`. */
export const MARKS = {
  strong: "\x01",
  emphasis: "\x02",
  strike: "\x03",
  code: "\x04",
  html: "\x05",
  link: "\x06",
  /** A link whose label is its target. */
  bareLink: "\x07",
  image: "\x08",
  targetEnd: "\x0e",
  end: "\x0f",
} as const;

/** The text of inline tokens; line breaks of the source stay. */
export function readInline(tokens: readonly Token[] | undefined): InlineText {
  return (tokens ?? []).map(readToken).join("");
}

function readToken(token: Token): string {
  switch (token.type) {
    case "strong":
      return marked(MARKS.strong, readInline(token.tokens));
    case "em":
      return marked(MARKS.emphasis, readInline(token.tokens));
    case "del":
      return marked(MARKS.strike, readInline(token.tokens));
    case "codespan":
      return marked(MARKS.code, sanitizeForeign((token as Tokens.Codespan).text));
    case "br":
      return "\n";
    case "link":
      return readLink(token as Tokens.Link);
    case "image":
      return readImage(token as Tokens.Image);
    case "html":
      return marked(MARKS.html, sanitizeForeign(token.raw));
    case "text":
    case "escape":
      return token.type === "text" && token.tokens !== undefined
        ? readInline(token.tokens)
        : inertText((token as Tokens.Text).text);
    default:
      return inertText(token.raw);
  }
}

function marked(mark: string, text: string): string {
  return mark + text + MARKS.end;
}

function readLink(link: Tokens.Link): string {
  const target = linkTarget(link.href);
  const isBare = link.text === target || `mailto:${link.text}` === target;
  const label = readInline(link.tokens);
  return marked(isBare ? MARKS.bareLink : MARKS.link, target + MARKS.targetEnd + label);
}

function readImage(image: Tokens.Image): string {
  const label = image.text === "" ? "image" : inertText(image.text);
  return marked(MARKS.image, linkTarget(image.href) + MARKS.targetEnd + label);
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
  if (!text.includes("&")) return sanitizeForeign(text);
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
