// Session files as benchmarks need them: many small ones, or one large one, in a folder that goes away.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewEntry } from "../packages/coding-agent/src/session/log/entry.ts";
import {
  createSessionLog,
  openSessionLog,
} from "../packages/coding-agent/src/session/log/open-log.ts";
import {
  sessionState,
  toCheckpoint,
} from "../packages/coding-agent/src/session/state/session-state.ts";

/** Where a session of a benchmark is kept. */
export const placeOf = (file: string) => ({
  file,
  cwd: "/w",
  platform: process.platform,
  now: Date.now,
});

/** A folder that is removed with its content. */
export function scratchFolder(): AsyncDisposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "omp-bench-"));
  return {
    path,
    [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }),
  };
}

/** An entry with about that many bytes of text. */
export function entryOf(bytes: number): NewEntry {
  const text = "lorem ipsum dolor ".repeat(Math.ceil(bytes / 18)).slice(0, bytes);
  return { type: "message", message: { role: "user", content: text, timestamp: 1 } };
}

/** Writes a session of `count` entries, with its index; summed up before the last `keptEntries`, if that is given. */
export function writeLargeSession(
  file: string,
  count: number,
  entryBytes: number,
  { keptEntries }: { readonly keptEntries?: number } = {},
): void {
  using log = createSessionLog(placeOf(file));
  const entry = entryOf(entryBytes);
  for (let index = 0; index < count; index++) {
    const { id } = log.append(entry);
    if (keptEntries === undefined || index !== count - keptEntries) continue;
    log.append({
      type: "compaction",
      summary: "What came before.",
      firstKeptEntryId: id,
      tokensBefore: 1,
      preserveData: toCheckpoint(sessionState.initial),
    });
  }
}

/** Writes a session of a million entries and 500 MB, never summed up, one line of 20 MB among them; with its index. */
export function writeHugeSession(file: string): void {
  const fd = openSync(file, "w");
  const lines: string[] = [
    JSON.stringify({ type: "session", version: 3, id: "huge", timestamp: "", cwd: "/w" }),
  ];
  const filler = entryOf(300);
  for (let number = 0; number < HUGE_ENTRIES; number++) {
    const parentId = number === 0 ? null : hexId(number - 1);
    const place = { id: hexId(number), parentId, timestamp: "2026-01-01T00:00:00.000Z" };
    const { type, ...fields } = number === HUGE_LINE_AT ? entryOf(20 << 20) : filler;
    lines.push(JSON.stringify({ type, ...place, ...fields }));
    if (lines.length < 10_000 && number < HUGE_ENTRIES - 1) continue;
    writeSync(fd, `${lines.join("\n")}\n`);
    lines.length = 0;
  }
  closeSync(fd);
  openSessionLog(placeOf(file)).close();
}

const HUGE_ENTRIES = 1_000_000;
const HUGE_LINE_AT = 700_000;
const hexId = (number: number): string => number.toString(16).padStart(8, "0");
