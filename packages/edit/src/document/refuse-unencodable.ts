// Owns the refusal of characters that a file's encoding has no bytes for.

import { refuse, type Refusal } from "../outcome.ts";
import { describeEncoding, findUnencodable, type Encoding } from "./encoding.ts";

/** A refusal that names the first character of `texts` that cannot be written; undefined when all can. */
export function refuseUnencodable(
  encoding: Encoding,
  texts: readonly string[],
): Refusal | undefined {
  for (const text of texts) {
    const character = findUnencodable(encoding, text);
    if (character === undefined) continue;
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    return refuse(
      "unencodable",
      `The new text holds U+${code}, which cannot be written to this file: it is in ${describeEncoding(encoding)}. Nothing was changed.`,
    );
  }
  return undefined;
}
