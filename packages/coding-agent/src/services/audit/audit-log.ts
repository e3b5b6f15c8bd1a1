// The file of the audit: written under a lock by every omp of this user, private, and begun anew when it is large; the
// chain goes on over its files.
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fileLocker, type LockResult } from "../../platform/file-lock.ts";
import { openOwnFile } from "../../platform/open-own-file.ts";
import {
  type AuditFacts,
  type AuditLine,
  chainProblem,
  nextLine,
  parseLine,
} from "./audit-chain.ts";

export interface AuditPlace {
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** For whoever writes often. */
  readonly tryLock?: (fd: number) => LockResult;
  /** Size at which a new file is begun. */
  readonly maxBytes?: number;
}

export type AuditCheck =
  | { readonly ok: true; readonly lines: number; readonly files: number }
  | { readonly ok: false; readonly problem: string };

const CURRENT = "audit.jsonl";
const HEAD = "audit.head";
/** Always as long: written over, which file systems do much faster than they empty a file. */
const HEAD_CHARS = 128;
const MAX_BYTES = 8 * 1024 * 1024;
const KEPT_FILES = 8;
const TAIL_BYTES = 64 * 1024;
const MAX_TARGET_CHARS = 4096;
const MAX_TRIES = 200;

/** Writes one decision. Throws when it cannot be written. */
export function appendAudit(place: AuditPlace, facts: AuditFacts): void {
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  using lock = lockFolder(place);
  const path = join(place.folder, CURRENT);
  const last = lastLine(path) ?? readHead(place.folder);
  if (last !== undefined && sizeOf(path) > (place.maxBytes ?? MAX_BYTES)) rotate(place.folder);
  const line = nextLine({ ...facts, target: facts.target.slice(0, MAX_TARGET_CHARS) }, last);
  writePrivate(path, `${JSON.stringify(line)}\n`, constants.O_APPEND);
  const { seq, hash } = line;
  writePrivate(join(place.folder, HEAD), JSON.stringify({ seq, hash }).padEnd(HEAD_CHARS), 0);
  lock.release();
}

/** Checks every line of every file that is there. */
export function verifyAudit(folder: string): AuditCheck {
  let last: AuditLine | undefined;
  let lines = 0;
  const files = auditFiles(folder);
  for (const name of files) {
    const texts = linesOf(join(folder, name));
    const checked = chainProblem(texts, last);
    if ("problem" in checked) return { ok: false, problem: `${name}: ${checked.problem}` };
    last = checked.last;
    lines += texts.length;
  }
  const head = readHead(folder);
  if (head !== undefined && (last?.seq !== head.seq || last.hash !== head.hash))
    return {
      ok: false,
      problem: `the last line should be number ${head.seq}, and it is not there`,
    };
  return { ok: true, lines, files: files.length };
}

/** The newest lines, oldest first. */
export function readAudit(folder: string, count: number): AuditLine[] {
  const found: AuditLine[] = [];
  for (const name of auditFiles(folder).reverse()) {
    const lines = linesOf(join(folder, name)).flatMap((text) => parseLine(text) ?? []);
    found.unshift(...lines);
    if (found.length >= count) break;
  }
  return found.slice(-count);
}

/** Oldest first; the names of full files count. */
function auditFiles(folder: string): string[] {
  const names =
    statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
  const full = names.filter((name) => /^audit-\d{12}\.jsonl$/.test(name)).sort();
  return names.includes(CURRENT) ? [...full, CURRENT] : full;
}

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function rotate(folder: string): void {
  const full = auditFiles(folder).filter((name) => name !== CURRENT);
  const next = Number(/\d+/.exec(full.at(-1) ?? "0")?.[0]) + 1;
  renameSync(join(folder, CURRENT), join(folder, `audit-${String(next).padStart(12, "0")}.jsonl`));
  for (const name of full.slice(0, Math.max(0, full.length + 1 - KEPT_FILES)))
    rmSync(join(folder, name), { force: true });
}

/** Held for the time of one line; a process that dies gives it back. */
function lockFolder(place: AuditPlace): Disposable & { release(): void } {
  const { folder, platform, tryLock = fileLocker(platform) } = place;
  const fd = openOwnFile(join(folder, "audit.lock"));
  for (let tries = 0; tryLock(fd) === "held" && tries < MAX_TRIES; tries++) Bun.sleepSync(1);
  let isOpen = true;
  const release = (): void => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return { release, [Symbol.dispose]: release };
}

function lastLine(path: string): AuditLine | undefined {
  if (sizeOf(path) === 0) return undefined;
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(fd);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(fd, tail, 0, tail.length, size - tail.length);
    return parseLine(tail.toString("utf8").trimEnd().split("\n").at(-1) ?? "");
  } finally {
    closeSync(fd);
  }
}

function readHead(folder: string): AuditLine | undefined {
  const path = join(folder, HEAD);
  return sizeOf(path) === 0 ? undefined : parseLine(readFileSync(path, "utf8"));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function writePrivate(path: string, text: string, how: number): void {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW } = constants;
  const fd = openSync(path, O_WRONLY | O_CREAT | how | (O_NOFOLLOW ?? 0), 0o600);
  try {
    writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
