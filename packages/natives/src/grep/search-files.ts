// Searches files one by one in this process, where that is exact and quick; says which ones it must leave to ripgrep.
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { searchText, type LineOptions, type TextMatches } from "./search-text.ts";
import type { TranslatedRegex } from "./translate-regex.ts";
import { BINARY_PROBE_BYTES } from "./ripgrep.ts";

/** What became of one file. `unsure` means that only ripgrep's answer counts. */
export type FileSearch =
  | { readonly type: "matches"; readonly matches: TextMatches }
  | { readonly type: "none" }
  | { readonly type: "unsure" };

/** Larger files are read by ripgrep, in pieces. */
const MAX_TEXT_BYTES = 1 << 20;
/** On longer lines repetition takes time that grows with the square of the length. */
const MAX_REPEAT_LINE_BYTES = 4_096;
const MAX_REPEAT_TEXT_BYTES = 64 << 10;
const NONE: FileSearch = { type: "none" };
const UNSURE: FileSearch = { type: "unsure" };

/** Never blocks on pipes, sockets or devices; what cannot be opened holds no matches. */
export function searchFile(
  path: string,
  regex: TranslatedRegex,
  options: LineOptions & { readonly multiline: boolean },
): FileSearch {
  const bytes = readSmallFile(path);
  if (bytes === "large") return UNSURE;
  if (bytes === undefined) return NONE;
  return searchBytes(bytes, regex, options);
}

/** The same for bytes that are in memory. */
export function searchBytes(
  bytes: Buffer,
  regex: TranslatedRegex,
  options: LineOptions & { readonly multiline: boolean },
): FileSearch {
  const nul = bytes.indexOf(0);
  const hasUtf16Mark =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (hasUtf16Mark) return UNSURE;
  if (nul >= 0 && nul < BINARY_PROBE_BYTES) return NONE;
  const content = nul >= 0 ? bytes.subarray(0, nul) : bytes;
  if (!isUtf8(content) || hasOddLineEnds(content, regex, options.multiline)) return UNSURE;
  const hasMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  if (hasMark || (regex.hasUnboundedRepeat && mayTakeLong(content, options.multiline)))
    return UNSURE;
  const matches = searchText(content.toString(), regex, options);
  return matches ? { type: "matches", matches } : NONE;
}

/** Carriage returns count as part of a line end only right before a newline, and only ripgrep knows what matches them. */
function hasOddLineEnds(bytes: Buffer, regex: TranslatedRegex, multiline: boolean): boolean {
  let at = bytes.indexOf(13);
  if (at >= 0 && (multiline || regex.mayMatchCarriageReturn)) return true;
  for (; at >= 0; at = bytes.indexOf(13, at + 1)) if (bytes[at + 1] !== 10) return true;
  return false;
}

function mayTakeLong(bytes: Buffer, multiline: boolean): boolean {
  if (multiline) return bytes.length > MAX_REPEAT_TEXT_BYTES;
  let start = 0;
  while (bytes.length - start > MAX_REPEAT_LINE_BYTES) {
    const newline = bytes.lastIndexOf(10, start + MAX_REPEAT_LINE_BYTES);
    if (newline < start) return true;
    start = newline + 1;
  }
  return false;
}

function readSmallFile(path: string): Buffer | "large" | undefined {
  let fd: number;
  try {
    // Opening a pipe without a writer would block for ever.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined; // Gone, or not ours to read.
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    if (stat.size > MAX_TEXT_BYTES) return "large";
    const bytes = Buffer.allocUnsafe(stat.size);
    let length = 0;
    for (let got = 1; got > 0 && length < bytes.length; length += got) {
      got = readSync(fd, bytes, length, bytes.length - length, length);
    }
    return bytes.subarray(0, length);
  } catch {
    return undefined; // A directory, or a disk that fails.
  } finally {
    closeSync(fd);
  }
}
