/** The looks of Markdown, and how a theme's palette gives them. */
import type { Style, Theme } from "../theme/theme.ts";

/** Looks of the parts of a Markdown text. */
export interface MarkdownStyles {
  readonly heading: (text: string, depth: number) => string;
  readonly strong: Style;
  readonly emphasis: Style;
  readonly strike: Style;
  readonly code: Style;
  readonly codeBlock: Style;
  readonly fence: Style;
  readonly link: Style;
  readonly linkTarget: Style;
  readonly quote: Style;
  readonly border: Style;
  readonly bullet: Style;
  readonly html: Style;
}

/** Looks from the palette tokens `mdHeading`, `mdCode`, `mdLink` and their like. */
export function markdownStyles(theme: Theme): MarkdownStyles {
  const color = (token: string) => (text: string) => theme.fg(token, text);
  return {
    heading: (text, depth) => {
      const bold = theme.attribute("bold", theme.fg("mdHeading", text));
      return depth === 1 ? theme.attribute("underline", bold) : bold;
    },
    strong: (text) => theme.attribute("bold", text),
    emphasis: (text) => theme.attribute("italic", text),
    strike: (text) => theme.attribute("strike", text),
    code: color("mdCode"),
    codeBlock: color("mdCodeBlock"),
    fence: color("mdCodeBlockBorder"),
    link: (text) => theme.attribute("underline", theme.fg("mdLink", text)),
    linkTarget: color("mdLinkUrl"),
    quote: (text) => theme.attribute("italic", theme.fg("mdQuote", text)),
    border: color("mdQuoteBorder"),
    bullet: color("mdListBullet"),
    html: (text) => theme.attribute("dim", text),
  };
}
