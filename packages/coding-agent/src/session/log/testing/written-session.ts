// A folder of sessions for tests of lists and resuming: files written as a session writes them.
import { mkdirSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import type { NewEntry, SessionHeader } from "../entry.ts";
import { createSessionLog } from "../open-log.ts";

/** A session to be written. */
export interface WrittenSession {
  readonly file: string;
  readonly cwd: string;
  readonly header?: Partial<Pick<SessionHeader, "id" | "title" | "parentSession">>;
  readonly entries: readonly NewEntry[];
  /** Seconds since the epoch; what lists are sorted by. */
  readonly modified?: number;
}

export const said = (text: string): NewEntry => ({
  type: "message",
  message: { role: "user", content: [{ type: "text", text }], timestamp: 1 },
});

export const answered = (text: string): NewEntry => ({
  type: "message",
  message: {
    role: "assistant",
    content: [{ type: "text", text }],
    api: "anthropic-messages",
    provider: "p",
    model: "m",
    usage: {
      input: 1,
      output: 1,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 2,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: "stop",
    timestamp: 1,
  },
});

/** Writes the session and returns its file. */
export function writeSession(session: WrittenSession): string {
  const { file, cwd, header, entries, modified } = session;
  mkdirSync(dirname(file), { recursive: true });
  const log = createSessionLog({ file, cwd, platform: process.platform, now: () => 0 }, header);
  for (const entry of entries) log.append(entry);
  log.close();
  if (modified !== undefined) utimesSync(file, modified, modified);
  return file;
}
