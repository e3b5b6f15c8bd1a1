// How long the main thread stands still when an entry is written and made durable twenty times a second.
import { join } from "node:path";
import { openSessionLog } from "../packages/coding-agent/src/session/log/open-log.ts";
import type { Benchmark } from "./benchmark.ts";
import { entryOf, placeOf, scratchFolder, writeLargeSession } from "./session-files.ts";

const BAR_US = 2000;
const APPENDS = 200;
const PAUSE_MS = 50;
const ENTRY_BYTES = 400;

const sessionAppendPaced: Benchmark = {
  name: "session-append-paced",
  about: `p99 of what an append and its sync hold up, at 20 a second, against ${BAR_US} µs`,
  unit: "µs",
  rounds: 3,
  bar: 1,
  async setUp() {
    const folder = scratchFolder();
    const file = join(folder.path, "s.jsonl");
    writeLargeSession(file, 200_000, ENTRY_BYTES);
    const log = openSessionLog(placeOf(file));
    const entry = entryOf(ENTRY_BYTES);
    const once = async (): Promise<number> => {
      const started = performance.now();
      log.append(entry);
      const synced = log.sync();
      const stalledUs = (performance.now() - started) * 1000;
      await Promise.all([synced, Bun.sleep(PAUSE_MS)]);
      return stalledUs;
    };
    return {
      subject: async () => {
        const times: number[] = [];
        while (times.length < APPENDS) times.push(await once());
        return times.sort((a, b) => a - b)[Math.ceil(APPENDS * 0.99) - 1] ?? Number.NaN;
      },
      reference: async () => BAR_US,
      async [Symbol.asyncDispose]() {
        log.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  },
};
export default sessionAppendPaced;
