// Web pages as Markdown: the article where there is one, else the whole body, with absolute links. The packages that do it load
// when first needed. It fetches nothing and runs no script.

/** One page. */
export interface HtmlOptions {
  /** Where the page came from; links are made absolute with it. */
  readonly baseUrl?: string;
  /** Look for the article and leave out what surrounds it. */
  readonly onlyArticle?: boolean;
  /** Heard between the steps. */
  readonly signal?: AbortSignal;
}

/** A page as text. */
export interface MarkdownPage {
  readonly title: string | undefined;
  readonly markdown: string;
  /** Whether `markdown` is the article alone. */
  readonly isArticle: boolean;
  /** Whether the page was cut because of its size. */
  readonly isCut: boolean;
}

const MAX_HTML_CHARACTERS = 5_000_000;
const MAX_ELEMENTS = 100_000;
const NOISE = "script,style,noscript,template,iframe,svg,canvas,link,meta";

/** Any text goes in; what is no HTML comes out as the text it is. */
export async function htmlToMarkdown(
  html: string,
  options: HtmlOptions = {},
): Promise<MarkdownPage> {
  const { signal } = options;
  signal?.throwIfAborted();
  const [{ parseHTML }, { Readability }, { NodeHtmlMarkdown }] = await Promise.all([
    import("linkedom"),
    import("@mozilla/readability"),
    import("node-html-markdown"),
  ]);
  signal?.throwIfAborted();
  const isCut = html.length > MAX_HTML_CHARACTERS;
  const source = isCut ? html.slice(0, MAX_HTML_CHARACTERS) : html;
  const wrapped = /<(?:html|body)[\s>]/i.test(source)
    ? source
    : `<html><body>${source}</body></html>`;
  const page: unknown = parseHTML(wrapped);
  const { document } = page as { readonly document: HtmlDocument };
  const title = document.querySelector("title")?.textContent.trim() || undefined;
  if (options.baseUrl !== undefined) makeAbsolute(document, options.baseUrl);
  for (const element of document.querySelectorAll(NOISE)) element.remove();
  const whole = document.body?.innerHTML ?? "";

  const article = options.onlyArticle ? findArticle(Readability, document) : undefined;
  const markdown = NodeHtmlMarkdown.translate(article?.content ?? whole, {
    maxConsecutiveNewlines: 2,
  });
  return {
    title: article?.title || title,
    markdown: markdown.trim(),
    isArticle: article !== undefined,
    isCut,
  };
}

interface Article {
  readonly title: string | undefined;
  readonly content: string;
}

type ReadabilityClass = new (
  document: object,
  options: { readonly maxElemsToParse: number },
) => {
  parse(): {
    readonly title?: string | null | undefined;
    readonly content?: string | null | undefined;
  } | null;
};

/** Takes the document apart. */
function findArticle(Readability: unknown, document: object): Article | undefined {
  try {
    const found = new (Readability as ReadabilityClass)(document, {
      maxElemsToParse: MAX_ELEMENTS,
    }).parse();
    return found?.content
      ? { title: found.title?.trim() || undefined, content: found.content }
      : undefined;
  } catch {
    return undefined; // Too many elements, or a page it cannot make sense of: the whole page is shown.
  }
}

/** The little of the browser's types that is used; all of them would reach into every file of the program. */
interface HtmlDocument {
  readonly body: { readonly innerHTML: string } | null;
  querySelector(selector: string): { readonly textContent: string } | null;
  querySelectorAll(selector: string): Iterable<{
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
    remove(): void;
  }>;
}

function makeAbsolute(document: HtmlDocument, baseUrl: string): void {
  const attributes = [
    ["a[href]", "href"],
    ["img[src]", "src"],
  ] as const;
  for (const [selector, attribute] of attributes) {
    for (const element of document.querySelectorAll(selector)) {
      const url = URL.parse(element.getAttribute(attribute) ?? "", baseUrl);
      if (url) element.setAttribute(attribute, url.href);
    }
  }
}
