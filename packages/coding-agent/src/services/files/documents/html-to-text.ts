// The readable text of HTML: headings, paragraphs, lists, tables, code and links in Markdown's manner;
// scripts, styles and forms left out.

const HIDDEN =
  "script, style, noscript, template, svg, iframe, select, button, head > *:not(title)";
const BLOCKS =
  "p, div, section, article, main, header, footer, ul, ol, table, blockquote, figure, dl, dt, dd, form, nav, aside, address";

/** Converts a page or a fragment. */
export async function htmlToText(html: string): Promise<string> {
  const out = new TextCollector();
  const rewriter = new HTMLRewriter()
    .on(HIDDEN, { element: (element) => out.hide(element) })
    .on(BLOCKS, { element: (element) => out.block(element, "") })
    .on("h1, h2, h3, h4, h5, h6", {
      element: (element) => out.block(element, `${"#".repeat(Number(element.tagName.slice(1)))} `),
    })
    .on("title", { element: (element) => out.block(element, "") })
    .on("li", { element: (element) => out.line(element, "- ") })
    .on("tr", { element: (element) => out.line(element, "| ") })
    .on("td, th", { element: (element) => out.after(element, " | ") })
    .on("br", { element: () => out.write("\n") })
    .on("hr", { element: () => out.write("\n\n---\n\n") })
    .on("pre", { element: (element) => out.preformatted(element) })
    .on("a[href]", { element: (element) => out.link(element) })
    .on("img[alt]", { element: (element) => out.write(imageText(element.getAttribute("alt"))) })
    .onDocument({ text: (chunk) => out.text(chunk.text) });
  await rewriter.transform(new Response(html)).text();
  return out.finish();
}

function imageText(alt: string | null): string {
  return alt === null || alt.trim() === "" ? "" : `![${decodeEntities(alt.trim())}]`;
}

class TextCollector {
  readonly #parts: string[] = [];
  #hidden = 0;
  #preformatted = 0;

  write(text: string): void {
    if (this.#hidden === 0) this.#parts.push(text);
  }

  text(text: string): void {
    const decoded = decodeEntities(text);
    if (this.#preformatted > 0) return this.write(decoded);
    const flat = decoded.replace(/\s+/g, " ");
    this.write(/(?:^|\n)$/.test(this.#parts.at(-1) ?? "") ? flat.trimStart() : flat);
  }

  hide(element: HTMLRewriterTypes.Element): void {
    if (!element.canHaveContent) return;
    this.#hidden++;
    element.onEndTag(() => void this.#hidden--);
  }

  block(element: HTMLRewriterTypes.Element, prefix: string): void {
    this.write(`\n\n${prefix}`);
    this.after(element, "\n\n");
  }

  line(element: HTMLRewriterTypes.Element, prefix: string): void {
    this.write(`\n${prefix}`);
    this.after(element, "\n");
  }

  after(element: HTMLRewriterTypes.Element, text: string): void {
    if (element.canHaveContent) element.onEndTag(() => this.write(text));
  }

  preformatted(element: HTMLRewriterTypes.Element): void {
    this.write("\n\n```\n");
    this.#preformatted++;
    element.onEndTag(() => {
      this.#preformatted--;
      this.write("\n```\n\n");
    });
  }

  link(element: HTMLRewriterTypes.Element): void {
    const href = element.getAttribute("href") ?? "";
    if (!/^https?:/i.test(href)) return;
    this.write("[");
    this.after(element, `](${decodeEntities(href)})`);
  }

  finish(): string {
    return this.#parts
      .join("")
      .replace(/[ \t]+\n/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  }
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  middot: "·",
  times: "×",
  rarr: "→",
  larr: "←",
  euro: "€",
  laquo: "«",
  raquo: "»",
  para: "¶",
  sect: "§",
};

/** Replaces character references; unknown names stay as written. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    },
  );
}
