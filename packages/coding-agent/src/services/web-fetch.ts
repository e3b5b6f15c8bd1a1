// Getting a page of the web as text or as bytes: what is asked and what comes back.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

/** A page that came, whatever its status said. */
export interface FetchedPage {
  readonly url: string;
  /** Where redirects led. */
  readonly finalUrl: string;
  readonly contentType: string;
  /** How the text was made: `json`, `feed`, `text`, `markdown`, `html`, `llms.txt`, `raw`, `image`, `document`,
   * the name of a site that is known, `failed`. */
  readonly method: string;
  readonly notes: readonly string[];
  readonly text: string;
  /** The body itself, where it is no text. */
  readonly bytes?: Uint8Array;
}

export interface WebFetch {
  /** Never throws but for an abort: what went wrong is a page with method `failed`. */
  fetch(url: string, signal: AbortSignal): Promise<FetchedPage>;
  /** The page as it was fetched last, where it is still kept; line selectors page through it. */
  recall(url: string): FetchedPage | undefined;
}

/** Tools that read the web declare this need. */
export const webFetchNeed = defineNeed<WebFetch>("web-fetch");
