// How long the main thread works, and so answers nobody, when an entry is written and made durable twenty times a
// second. Counted in the thread's own processor time: what other processes take from the machine is not ours.
import { join } from "node:path";
import { openSessionLog } from "../packages/coding-agent/src/session/log/open-log.ts";
import type { Benchmark } from "./benchmark.ts";
import { entryOf, placeOf, scratchFolder, writeLargeSession } from "./session-files.ts";

const BAR_US = 2000;
const APPENDS = 100;
const PAUSE_MS = 50;
const ENTRY_BYTES = 400;

const sessionAppendPaced: Benchmark = {
  name: "session-append-paced",
  about: `p99 of the main thread's work for an append and its sync, at 20 a second, against ${BAR_US} µs`,
  unit: "µs",
  rounds: 5,
  bar: 1,
  async setUp() {
    const folder = scratchFolder();
    const file = join(folder.path, "s.jsonl");
    writeLargeSession(file, 200_000, ENTRY_BYTES);
    const log = openSessionLog(placeOf(file));
    const entry = entryOf(ENTRY_BYTES);
    const once = async (): Promise<number> => {
      const started = process.threadCpuUsage();
      log.append(entry);
      await log.sync();
      const { user, system } = process.threadCpuUsage(started);
      await Bun.sleep(PAUSE_MS);
      return user + system;
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
