// Searches bytes that are in no file, such as members of archives, as files are searched.
import { repairPattern } from "./repair-pattern.ts";
import { Ripgrep, findRipgrep } from "./ripgrep.ts";
import { searchBytes } from "./search-files.ts";
import type { LineOptions, TextMatches } from "./search-text.ts";
import { translateRegex } from "./translate-regex.ts";

/** One search in bytes. */
export interface GrepBytesOptions extends LineOptions {
  /** As for `grep`. */
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly signal: AbortSignal;
  readonly findRipgrep?: () => string | undefined;
}

/** Undefined when nothing matches or only ripgrep could tell and it is not there. Rejects with `GrepPatternError`. */
export async function grepBytes(
  bytes: Uint8Array,
  options: GrepBytesOptions,
): Promise<TextMatches | undefined> {
  const pattern = { ...options, pattern: repairPattern(options.pattern) };
  const regex = translateRegex(pattern.pattern, pattern);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = regex && searchBytes(buffer, regex, options);
  if (found?.type === "none") return undefined;
  if (found?.type === "matches") return found.matches;
  const path = options.findRipgrep?.() ?? findRipgrep();
  if (path === undefined) return undefined;
  return new Ripgrep(path).searchBytes(pattern, bytes, options, options.signal);
}
