// Session files as benchmarks need them: many small ones, or one large one, in a folder that goes away.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewEntry } from "../packages/coding-agent/src/session/log/entry.ts";
import { createSessionLog } from "../packages/coding-agent/src/session/log/open-log.ts";

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

/** Writes a session of `count` entries, with its index. */
export function writeLargeSession(file: string, count: number, entryBytes: number): void {
  using log = createSessionLog(placeOf(file));
  const entry = entryOf(entryBytes);
  for (let index = 0; index < count; index++) log.append(entry);
}
