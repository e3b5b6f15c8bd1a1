// Owns the section header `¶PATH#HASH`: every path can be written in it and read back. A path that
// plain text could not carry (edge blanks, control characters, a `#` without hash) is a JSON string.

/** Target of a section; without a hash only insertions at the file's ends are allowed. */
export interface HashlineHeader {
  readonly path: string;
  readonly fileHash?: string;
}

const MARK = "¶";

/** Whether a line of the input reads as a section header, well formed or not. */
export function isHeaderLine(line: string): boolean {
  return line.startsWith(MARK);
}

/** The header that {@link parseHashlineHeader} reads back as exactly this path and hash. */
export function formatHashlineHeader(path: string, fileHash?: string): string {
  const written = isPlainPath(path, fileHash !== undefined) ? path : JSON.stringify(path);
  return fileHash === undefined ? `${MARK}${written}` : `${MARK}${written}#${fileHash}`;
}

/** Reads a header line; undefined when it is none. */
export function parseHashlineHeader(line: string): HashlineHeader | undefined {
  const written = line.replace(/^¶+/u, "").trim();
  return written.startsWith('"') ? parseQuoted(written) : parsePlain(written);
}

/** What is wrong with a line that {@link parseHashlineHeader} does not accept. */
export function describeBadHeader(line: string): string {
  return `Input header must be ¶PATH or ¶PATH#HASH with a 4-hex file hash; got ${JSON.stringify(line)}.`;
}

function parsePlain(written: string): HashlineHeader | undefined {
  const bound = /^(.*)#([0-9a-f]{4})$/isu.exec(written);
  if (bound !== null) return makeHeader((bound[1] ?? "").trimEnd(), bound[2]);
  return written.includes("#") ? undefined : makeHeader(written, undefined);
}

function parseQuoted(written: string): HashlineHeader | undefined {
  const match = /^("(?:[^"\\]|\\.)*")(?:#([0-9a-f]{4}))?$/iu.exec(written);
  if (match === null) return undefined;
  try {
    const path: unknown = JSON.parse(match[1] ?? "");
    return typeof path === "string" ? makeHeader(path, match[2]) : undefined;
  } catch {
    return undefined; // A bad escape: the caller reports the header as a whole.
  }
}

function makeHeader(path: string, fileHash: string | undefined): HashlineHeader | undefined {
  if (path === "") return undefined;
  return fileHash === undefined ? { path } : { path, fileHash: fileHash.toLowerCase() };
}

function isPlainPath(path: string, hasHash: boolean): boolean {
  if (path === "" || path !== path.trim() || !path.isWellFormed()) return false;
  if (/^[¶"]|[\u0000-\u001f\u007f]/u.test(path)) return false;
  return hasHash || !path.includes("#");
}
