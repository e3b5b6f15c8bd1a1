// How long it takes to open a session of 100 MB, against reading the last megabyte of its file.
import { join } from "node:path";
import { openSessionLog } from "../packages/coding-agent/src/session/log/open-log.ts";
import type { Benchmark } from "./benchmark.ts";
import { medianMs, readLastMegabyte } from "./read-last-megabyte.ts";
import { placeOf, scratchFolder, writeLargeSession } from "./session-files.ts";

const sessionOpen: Benchmark = {
  name: "session-open",
  about:
    "opening a session of 100 MB and reading its last entry, against reading its last megabyte",
  unit: "ms",
  rounds: 20,
  bar: 1.5,
  async setUp() {
    const folder = scratchFolder();
    const file = join(folder.path, "s.jsonl");
    writeLargeSession(file, 25_000, 4000);
    return {
      subject: async () =>
        medianMs(() => {
          using log = openSessionLog(placeOf(file));
          log.get(log.leafId ?? "");
        }),
      reference: async () => medianMs(() => readLastMegabyte(file)),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
};
export default sessionOpen;
