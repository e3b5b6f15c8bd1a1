// What a handler of one site is: which pages it knows, where their data is, how that becomes text.
import type { JsonView } from "./json-view.ts";

/** Where the data of a page is; answers come in the same order. */
export interface SitePage {
  readonly sources: readonly SiteSource[];
  /** Empty text means that the data says nothing: the page itself is read. */
  render(answers: readonly SiteAnswer[]): string | Promise<string>;
}

export interface SiteSource {
  readonly url: string;
  readonly accept?: string;
  /** The page can be shown without it. */
  readonly isOptional?: boolean;
}

export interface SiteAnswer {
  readonly text: string;
  /** The text as JSON; empty where it is none. */
  readonly json: JsonView;
}

export interface SiteHandler {
  readonly name: string;
  /** Undefined for a page that the handler does not know. */
  match(url: URL): SitePage | undefined;
}

/** The handler of one kind of page: host and path, with what the path names. */
export function sitePage(
  name: string,
  hosts: readonly string[],
  path: RegExp,
  page: (names: readonly string[], url: URL) => SitePage,
): SiteHandler {
  return {
    name,
    match(url) {
      const host = url.hostname.replace(/^www\./, "");
      const match = hosts.includes(host) ? path.exec(url.pathname.replace(/\/+$/, "")) : null;
      return match === null
        ? undefined
        : page(
            match.slice(1).map((part) => part ?? ""),
            url,
          );
    },
  };
}
