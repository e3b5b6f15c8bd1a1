// How long an append to a long session can stall whoever makes it, against a bare write of the same bytes.
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openSessionLog } from "../packages/coding-agent/src/session/log/open-log.ts";
import type { Benchmark } from "./benchmark.ts";
import { entryOf, placeOf, scratchFolder, writeLargeSession } from "./session-files.ts";

/** As many as come in half a minute at twenty a second. */
const APPENDS = 600;
const ENTRY_BYTES = 400;

/** The longest of 99 in a hundred, in microseconds. */
function worstOf(work: () => void): number {
  const times = Float64Array.from({ length: APPENDS }, () => {
    const started = performance.now();
    work();
    return (performance.now() - started) * 1000;
  });
  return times.sort()[Math.floor(APPENDS * 0.99)] ?? Number.NaN;
}

const sessionAppend: Benchmark = {
  name: "session-append",
  about: "p99 of an append in a session of 200,000 entries against write(2) of the same bytes",
  unit: "µs",
  rounds: 15,
  bar: 10,
  async setUp() {
    const folder = scratchFolder();
    const file = join(folder.path, "s.jsonl");
    writeLargeSession(file, 200_000, ENTRY_BYTES);
    const log = openSessionLog(placeOf(file));
    const fd = openSync(join(folder.path, "plain"), "a");
    const entry = entryOf(ENTRY_BYTES);
    const line = Buffer.from(`${JSON.stringify(log.append(entry))}\n`);
    return {
      subject: async () => worstOf(() => log.append(entry)),
      reference: async () => worstOf(() => writeSync(fd, line)),
      async [Symbol.asyncDispose]() {
        closeSync(fd);
        log.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  },
};
export default sessionAppend;
