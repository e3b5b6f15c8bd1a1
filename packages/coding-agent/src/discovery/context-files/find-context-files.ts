// Reads the standing instructions that hold for a working directory. A file is text and nothing else: it
// imports nothing, runs nothing, and a link that leads out of its project is not followed.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { type Candidate, contextCandidates, type ContextPlaces } from "./candidates.ts";
import type { ContextFile, FoundContextFiles } from "./context-file.ts";

export interface FindOptions extends ContextPlaces {
  /** Sources that the user has turned off. */
  readonly disabledSources?: readonly string[];
}

const MAX_FILE_BYTES = 64 << 10;
const MAX_TOTAL_BYTES = 160 << 10;

/** All that apply, in order; one text is given once, however many files hold it. */
export function findContextFiles(options: FindOptions): FoundContextFiles {
  const disabled = new Set(options.disabledSources);
  const files: ContextFile[] = [];
  const notes: string[] = [];
  const seen = new Set<string>();
  let left = MAX_TOTAL_BYTES;
  for (const candidate of contextCandidates(options)) {
    if (disabled.has(candidate.source)) continue;
    const found = read(candidate, left);
    if (typeof found === "string") notes.push(found);
    if (found === undefined || typeof found === "string") continue;
    const key = found.text.trim();
    if (key === "" || seen.has(key) || seen.has(found.realPath)) continue;
    seen.add(key).add(found.realPath);
    left -= Math.min(left, found.bytes);
    if (found.isCut)
      notes.push(`${candidate.path} is too long: only its beginning is given to the model.`);
    const { path, level, source } = candidate;
    files.push({ path, level, source, text: found.text });
  }
  return { files, notes };
}

interface Reading {
  readonly realPath: string;
  readonly text: string;
  readonly bytes: number;
  readonly isCut: boolean;
}

/** The text, what is wrong with the file, or undefined when there is none. */
function read({ path, within }: Candidate, roomBytes: number): Reading | string | undefined {
  let fd: number | undefined;
  try {
    const realPath = realpathSync(path);
    if (within !== undefined && !isWithin(realPath, realpathSync(within)))
      return `${path} leads out of the project and is not read.`;
    // A pipe in the place of a file must not make omp wait.
    fd = openSync(realPath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(fd);
    if (!stats.isFile()) return undefined;
    const limit = Math.min(MAX_FILE_BYTES, roomBytes);
    const buffer = Buffer.alloc(Math.min(limit, stats.size));
    const bytes = readSync(fd, buffer, 0, buffer.length, 0);
    const isCut = stats.size > bytes;
    return { realPath, bytes, isCut, text: toText(buffer.subarray(0, bytes), isCut) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR"
      ? undefined
      : `${path} cannot be read (${code ?? "unknown error"}).`;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Cut after its last whole line, with a word that says so. */
function toText(bytes: Buffer, isCut: boolean): string {
  const whole = isCut ? bytes.subarray(0, bytes.lastIndexOf(10) + 1 || bytes.length) : bytes;
  const text = sanitizeForeign(whole.toString("utf8").replace(/^\ufeff/, ""));
  return isCut ? `${text.trimEnd()}\n[The file goes on; the rest was left out.]` : text;
}

function isWithin(path: string, folder: string): boolean {
  const below = relative(folder, path);
  return below !== "" && below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
