// A session of 100 MB in a folder of its own, and what is done with it.
import { join } from "node:path";
import type { Measured } from "./benchmark.ts";
import { medianMs } from "./read-last-megabyte.ts";
import { scratchFolder, writeLargeSession } from "./session-files.ts";

/** Both are given the file. */
export interface LargeSessionSides {
  readonly subject: (file: string) => void;
  readonly reference: (file: string) => void;
  /** The session was summed up before so many entries. */
  readonly keptEntries?: number;
}

/** Measures one against the other. */
export async function measureLargeSession({
  subject,
  reference,
  ...kept
}: LargeSessionSides): Promise<Measured> {
  const folder = scratchFolder();
  const file = join(folder.path, "s.jsonl");
  writeLargeSession(file, 25_000, 4000, kept);
  return {
    subject: async () => medianMs(() => subject(file)),
    reference: async () => medianMs(() => reference(file)),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
