// Reads a page of a site that is known, from where its data is. Undefined where the page itself must be read.
import type { FetchedPage } from "../web-fetch.ts";
import { codeSites } from "./code-sites.ts";
import { JsonView } from "./json-view.ts";
import { packageSites } from "./package-sites.ts";
import { referenceSites } from "./reference-sites.ts";
import type { SiteAnswer, SiteHandler, SiteSource } from "./site-handler.ts";
import { talkSites } from "./talk-sites.ts";

const SITES: readonly SiteHandler[] = [
  ...codeSites,
  ...packageSites,
  ...talkSites,
  ...referenceSites,
];

/** Gets one address as text; undefined when it does not answer with one. */
export type GetText = (url: string, accept: string) => Promise<string | undefined>;

/** Names of the sites that are known. */
export function knownSites(): string[] {
  return [...new Set(SITES.map(({ name }) => name))];
}

export async function readSite(address: string, get: GetText): Promise<FetchedPage | undefined> {
  const url = new URL(address);
  for (const site of SITES) {
    const page = site.match(url);
    if (page === undefined) continue;
    const answers = await Promise.all(page.sources.map((source) => answerOf(source, get)));
    if (page.sources.some(({ isOptional }, index) => !isOptional && answers[index] === undefined))
      return undefined;
    const text = await page.render(answers.map((answer) => answer ?? EMPTY));
    if (text.trim() === "") return undefined;
    const contentType = "text/markdown";
    return { url: address, finalUrl: address, contentType, method: site.name, notes: [], text };
  }
  return undefined;
}

const EMPTY: SiteAnswer = { text: "", json: new JsonView(undefined) };

async function answerOf(
  { url, accept = "application/json, text/plain;q=0.9, */*;q=0.5" }: SiteSource,
  get: GetText,
): Promise<SiteAnswer | undefined> {
  const text = await get(url, accept);
  return text === undefined ? undefined : { text, json: new JsonView(parsed(text)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some sources are plain text.
    return undefined;
  }
}
