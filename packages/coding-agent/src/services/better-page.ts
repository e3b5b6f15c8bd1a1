// Looks for a better form of an HTML page: Markdown that it or its server offers, and where it has hardly any text a
// feed, the one document it links to, or the site's own summary for models.
import { pageAlternates } from "./page-alternates.ts";
import type { FetchedPage } from "./web-fetch.ts";

/** Gets one address as a page; undefined when it does not answer well. */
export type GetPage = (url: string, accept: string) => Promise<FetchedPage | undefined>;

/** A page with less text than this says hardly anything. */
const POOR_CHARACTERS = 300;
const MARKDOWN = "text/markdown, text/plain;q=0.9";

/** The best form that there is; the page itself when there is no better one. */
export async function betterPage(
  page: FetchedPage,
  html: string,
  get: GetPage,
): Promise<FetchedPage> {
  const { markdown, feeds, documents } = await pageAlternates(html, page.finalUrl);
  const from = (found: FetchedPage, method: string): FetchedPage => ({
    ...found,
    url: page.url,
    method,
    notes: [...page.notes, `Taken from ${found.finalUrl}`],
  });
  for (const url of markdown) {
    const found = await get(url, MARKDOWN);
    if (found?.method === "text" && found.text.trim() !== "") return from(found, "markdown");
  }
  if (page.text.length >= POOR_CHARACTERS) return page;
  const [feed] = feeds;
  const entries = feed === undefined ? undefined : await get(feed, "*/*");
  if (entries?.method === "feed") return from(entries, "feed");
  const [only, ...others] = new Set(documents);
  const linked = only === undefined || others.length > 0 ? undefined : await get(only, "*/*");
  if (linked?.method === "document") return from(linked, "document");
  const summary = await get(new URL("/llms.txt", page.finalUrl).href, MARKDOWN);
  if (summary?.method === "text" && summary.text.trim() !== "") return from(summary, "llms.txt");
  return page;
}
