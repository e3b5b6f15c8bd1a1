// Fetches pages of the web within limits and remembers the last ones, so that paging does not fetch again.
import { pageText } from "./page-text.ts";
import type { FetchedPage, WebFetch } from "./web-fetch.ts";

const TIMEOUT_MS = 20_000;
const MAX_BODY_BYTES = 20 * 1024 * 1024;
const MAX_KEPT = 10;
const USER_AGENT = "Mozilla/5.0 (compatible; omp)";
const ACCEPT =
  "text/markdown, text/plain;q=0.9, application/json;q=0.9, text/html;q=0.8, */*;q=0.5";

/** How requests are made; `fetch` of the host. */
export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

/** A page and, where it is text, what its server sent. */
interface Got {
  readonly page: FetchedPage;
  readonly body?: string;
}

export class WebPages implements WebFetch {
  readonly #fetcher: Fetcher;
  readonly #kept = new Map<string, FetchedPage>();

  constructor(fetcher: Fetcher) {
    this.#fetcher = fetcher;
  }

  recall(url: string): FetchedPage | undefined {
    return this.#kept.get(url);
  }

  async fetch(url: string, signal: AbortSignal): Promise<FetchedPage> {
    const page = await this.#load(url, signal);
    this.#kept.delete(url);
    this.#kept.set(url, page);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    return page;
  }

  async #load(url: string, signal: AbortSignal): Promise<FetchedPage> {
    if (!URL.canParse(url)) return failed(url, "the address is not valid");
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const until = AbortSignal.any([signal, limit]);
    /** What only might be there is no failure when it is not. */
    const maybe = async (address: string, accept: string): Promise<Got | undefined> => {
      try {
        const got = await this.#get(address, accept, until);
        return got.page.method === "failed" ? undefined : got;
      } catch {
        signal.throwIfAborted();
        return undefined;
      }
    };
    try {
      const { readSite } = await import("./web-sites/read-site.ts");
      const known = await readSite(url, async (...asked) => (await maybe(...asked))?.body);
      if (known !== undefined) return known;
      const { page, body } = await this.#get(url, ACCEPT, until);
      if (page.method !== "html" || body === undefined) return page;
      const { betterPage } = await import("./better-page.ts");
      return await betterPage(page, body, async (...asked) => (await maybe(...asked))?.page);
    } catch (error) {
      if (signal.aborted) throw error;
      if (limit.aborted) return failed(url, `no answer within ${TIMEOUT_MS / 1000} s`);
      return failed(url, error instanceof Error ? error.message : String(error));
    }
  }

  async #get(url: string, accept: string, signal: AbortSignal): Promise<Got> {
    const response = await this.#fetcher(url, {
      signal,
      redirect: "follow",
      headers: { "user-agent": USER_AGENT, accept },
    });
    const { bytes, isCut } = await readBody(response);
    const page = await toPage(url, response, bytes, isCut);
    return page.bytes === undefined ? { page, body: new TextDecoder().decode(bytes) } : { page };
  }
}

async function toPage(
  url: string,
  response: Response,
  bytes: Uint8Array,
  isCut: boolean,
): Promise<FetchedPage> {
  const contentType =
    (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const page = { url, finalUrl: response.url || url, contentType };
  const notes = isCut ? [`The body was cut at ${MAX_BODY_BYTES / 1024 / 1024} MB`] : [];
  if (page.finalUrl !== url) notes.push(`Redirected to ${page.finalUrl}`);
  const { method, text, isBinary } = await pageText(contentType, bytes);
  if (response.ok) return { ...page, method, notes, text, ...(isBinary && { bytes }) };
  notes.push(
    `HTTP ${response.status}${response.statusText === "" ? "" : ` ${response.statusText}`}`,
  );
  return { ...page, method: "failed", notes, text: isBinary ? "" : text };
}

async function readBody(response: Response): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) break;
  }
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, MAX_BODY_BYTES), isCut: size > MAX_BODY_BYTES };
}

function failed(url: string, cause: string): FetchedPage {
  return { url, finalUrl: url, contentType: "", method: "failed", notes: [cause], text: "" };
}
