// How long it takes to open a session of 100 MB, against reading the last megabyte of its file.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { openSessionLog } from "../packages/coding-agent/src/session/log/open-log.ts";
import { type Benchmark, spread } from "./benchmark.ts";
import { placeOf, scratchFolder, writeLargeSession } from "./session-files.ts";

const MEGABYTE = 1 << 20;
const GOES = 15;

/** The median of some goes, because a single one is over before the clock is sure. */
function timed(work: () => void): number {
  const times = Array.from({ length: GOES }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return spread(times).median;
}

function readLastMegabyte(file: string): void {
  const fd = openSync(file, "r");
  const buffer = Buffer.allocUnsafe(MEGABYTE);
  readSync(fd, buffer, 0, MEGABYTE, fstatSync(fd).size - MEGABYTE);
  closeSync(fd);
}

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
        timed(() => {
          using log = openSessionLog(placeOf(file));
          log.get(log.leafId ?? "");
        }),
      reference: async () => timed(() => readLastMegabyte(file)),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
};
export default sessionOpen;
