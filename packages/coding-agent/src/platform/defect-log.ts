// A file for what went wrong inside omp and was survived. Made with the first line, bounded by rotation, private, and
// without the secrets that it was told of or that look like keys. It never fails its caller.
import { closeSync, fstatSync, mkdirSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openOwnFile } from "./open-own-file.ts";

/** Where the log is kept and what must not get into it. */
export interface DefectLogOptions {
  readonly folder: string;
  readonly now: () => number;
  readonly pid: number;
  /** Values that are never written; asked for with each line, which is rare. */
  readonly secrets: () => readonly string[];
  /** Takes out what else must not be seen. */
  readonly hide?: (text: string) => string;
  /** Size at which a new file is begun. */
  readonly maxBytes?: number;
}

const FILE = "omp.log";
/** Older files that are kept: omp.log.1 is the youngest. */
const KEPT = 3;
const MAX_BYTES = 1024 * 1024;
const MAX_LINE_CHARS = 16 * 1024;
const SHORTEST_SECRET = 6;

/** Texts that are keys whoever made them. */
const KEYS =
  /\b(?:sk|pk|rk|xai|gsk|ghp|gho|ghs|ghu|glpat|hf|AIza|AKIA)[-_]?[A-Za-z0-9_-]{12,}|\bBearer\s+[\w.~+/-]+=*|\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** A function that writes one line for each defect. */
export function openDefectLog(options: DefectLogOptions): (defect: unknown) => void {
  return (defect) => {
    try {
      writeLine(options, lineOf(defect, options));
    } catch {
      // No room, no permission: a log that cannot be written must not become the next defect.
    }
  };
}

function lineOf(defect: unknown, { now, pid, secrets, hide }: DefectLogOptions): string {
  const text = defect instanceof Error ? describe(defect) : Bun.inspect(defect);
  const scrubbed = scrub(hide?.(text) ?? text, secrets()).slice(0, MAX_LINE_CHARS);
  return `${JSON.stringify({ time: new Date(now()).toISOString(), pid, defect: scrubbed })}\n`;
}

/** An error with the errors that caused it. */
function describe(error: Error): string {
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${own}\ncaused by ${describe(error.cause)}` : own;
}

/** The text without secrets: the known values first, then whatever has the form of a key. */
export function scrub(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return known
    .reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text)
    .replace(KEYS, "[secret]");
}

function writeLine({ folder, maxBytes = MAX_BYTES }: DefectLogOptions, line: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 && size + line.length > maxBytes) rotate(path);
  const fd = openOwnFile(path);
  try {
    if (fstatSync(fd).isFile()) writeSync(fd, line);
  } finally {
    closeSync(fd);
  }
}

function rotate(path: string): void {
  for (let age = KEPT; age > 0; age--) {
    const from = age === 1 ? path : `${path}.${age - 1}`;
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${path}.${age}`);
  }
}
