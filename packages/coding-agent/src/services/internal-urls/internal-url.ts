// An address such as `artifact://3` or `skill://name/file.md?q=x`, taken apart. Pure; knows no scheme.

export interface InternalUrl {
  readonly href: string;
  readonly scheme: string;
  /** What follows `://` up to the first `/` or `?`, decoded. */
  readonly name: string;
  /** What follows the name, decoded, without its leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Takes an address apart; undefined when it has no `scheme://`. */
export function parseInternalUrl(href: string): InternalUrl | undefined {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/is.exec(href);
  if (match === null) return undefined;
  const [, scheme = "", name = "", path = "", query = ""] = match;
  return {
    href,
    scheme: scheme.toLowerCase(),
    name: decode(name),
    path: decode(path),
    query: new URLSearchParams(query),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is part of the name.
    return text;
  }
}
