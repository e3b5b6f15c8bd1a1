// Routes internal addresses to the scheme that owns them.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { InternalDocument, InternalScheme } from "./internal-scheme.ts";
import { type InternalUrl, parseInternalUrl } from "./internal-url.ts";

/** What was read, and whether it may be changed. */
export interface RoutedDocument extends InternalDocument {
  readonly isMutable: boolean;
}

export class InternalUrls {
  readonly #own: ReadonlyMap<string, InternalScheme>;
  readonly #others: () => readonly InternalScheme[];

  /** `others` may come and go; ours go before them. */
  constructor(
    schemes: readonly InternalScheme[],
    others: () => readonly InternalScheme[] = () => [],
  ) {
    this.#own = new Map(schemes.map((scheme) => [scheme.scheme, scheme]));
    this.#others = others;
  }

  /** True when some scheme owns the address. */
  has(href: string): boolean {
    const url = parseInternalUrl(href);
    return url !== undefined && this.#find(url.scheme) !== undefined;
  }

  /** Reads an address; a bare `scheme://` lists what there is. */
  async read(href: string, signal: AbortSignal): Promise<RoutedDocument> {
    const { url, scheme } = this.#route(href);
    if (url.name === "" && url.path === "" && scheme.list !== undefined) {
      const entries = await scheme.list(signal);
      const lines = entries.map(({ href: entry, about }) =>
        about === undefined ? entry : `${entry}  ${about}`,
      );
      return {
        text: lines.join("\n") || `No ${scheme.scheme}:// entries.`,
        contentType: "text/plain",
        isMutable: false,
      };
    }
    return { ...(await scheme.read(url, signal)), isMutable: scheme.isMutable };
  }

  /** Writes what an address stands for; gives the sentence that reports it. */
  async write(href: string, content: string, signal: AbortSignal): Promise<string> {
    const { url, scheme } = this.#route(href);
    if (scheme.write === undefined) throw readOnly(href, scheme);
    return scheme.write(url, content, signal);
  }

  /** The file that an edit of the address changes. */
  locate(href: string): string {
    const { url, scheme } = this.#route(href);
    if (scheme.locate === undefined || !scheme.isMutable) throw readOnly(href, scheme);
    return scheme.locate(url);
  }

  #find(name: string): InternalScheme | undefined {
    return this.#own.get(name) ?? this.#others().find(({ scheme }) => scheme === name);
  }

  #route(href: string): { url: InternalUrl; scheme: InternalScheme } {
    const url = parseInternalUrl(href);
    const scheme = url === undefined ? undefined : this.#find(url.scheme);
    if (url === undefined || scheme === undefined) {
      const known = [...this.#own.keys(), ...this.#others().map((other) => other.scheme)]
        .map((name) => `${name}://`)
        .join(", ");
      throw new ToolFailure(`Unknown scheme in '${href}'. Known: ${known}`);
    }
    return { url, scheme };
  }
}

function readOnly(href: string, { scheme }: InternalScheme): ToolFailure {
  return new ToolFailure(
    `Cannot write to '${href}': ${scheme}:// is read-only. Nothing was changed.`,
  );
}

/** Tools that take paths declare this need. */
export const internalUrlsNeed = defineNeed<InternalUrls>("internal-urls");
