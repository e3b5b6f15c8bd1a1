// Other forms of a web page that a model reads better than its HTML. Pure.

/** Addresses to try instead of an HTML page, best first. */
export interface PageAlternates {
  readonly markdown: readonly string[];
  readonly feeds: readonly string[];
  /** Documents that a page with hardly any text only links to. */
  readonly documents: readonly string[];
}

/** What the page says of itself, and where Markdown usually is. */
export async function pageAlternates(html: string, address: string): Promise<PageAlternates> {
  const markdown: string[] = [];
  const feeds: string[] = [];
  const documents: string[] = [];
  const add = (list: string[], href: string | null): void => {
    if (href !== null && URL.canParse(href, address)) list.push(new URL(href, address).href);
  };
  await new HTMLRewriter()
    .on('link[rel~="alternate"]', {
      element(element) {
        const type = element.getAttribute("type") ?? "";
        if (/markdown/.test(type)) add(markdown, element.getAttribute("href"));
        if (/(?:rss|atom)\+xml/.test(type)) add(feeds, element.getAttribute("href"));
      },
    })
    .on("a[href], iframe[src], embed[src]", {
      element(element) {
        const href = element.getAttribute("href") ?? element.getAttribute("src");
        if (/\.(?:pdf|docx|pptx|xlsx|epub)(?:[?#]|$)/i.test(href ?? "")) add(documents, href);
      },
    })
    .transform(new Response(html))
    .text();
  const url = new URL(address);
  const own =
    /^https?:$/.test(url.protocol) && url.pathname.length > 1 && !/\.\w+$/.test(url.pathname);
  if (own) {
    url.pathname = `${url.pathname.replace(/\/$/, "")}.md`;
    url.search = "";
    markdown.push(url.href);
  }
  return { markdown, feeds, documents };
}
