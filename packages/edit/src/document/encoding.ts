// Owns which byte encodings a document can have and which characters each of them can hold.

/**
 * - `latin1`: not UTF-8, and no valid multi-byte UTF-8 sequence in it: one byte is one character.
 * - `opaque`: not UTF-8, yet with UTF-8 sequences in it: bytes are kept, new text must be ASCII.
 */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "latin1" | "opaque";

/** The first character of `text` that `encoding` cannot hold, or undefined when all of it fits. */
export function findUnencodable(encoding: Encoding, text: string): string | undefined {
  if (encoding === "utf-8" && text.isWellFormed()) return undefined;
  return FOREIGN_CHARACTER[encoding]?.exec(text)?.[0];
}

/** How an encoding is called in messages. */
export function describeEncoding(encoding: Encoding): string {
  return ENCODING_NAME[encoding];
}

const FOREIGN_CHARACTER: Readonly<Record<Encoding, RegExp | undefined>> = {
  "utf-8": /\p{Surrogate}/u,
  "utf-16le": undefined,
  "utf-16be": undefined,
  latin1: /[^\u0000-\u00ff]/u,
  opaque: /[^\u0000-\u007f]/u,
};

const ENCODING_NAME: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  latin1: "a single-byte encoding",
  opaque: "an unknown encoding",
};
