// How long it takes to open a session of 100 MB, against reading the last megabyte of its file.
import { openSessionLog } from "../packages/coding-agent/src/session/log/open-log.ts";
import type { Benchmark } from "./benchmark.ts";
import { measureLargeSession } from "./large-session.ts";
import { readLastMegabyte } from "./read-last-megabyte.ts";
import { placeOf } from "./session-files.ts";

function openLog(file: string): void {
  using log = openSessionLog(placeOf(file));
  log.get(log.leafId ?? "");
}

const sessionOpen: Benchmark = {
  name: "session-open",
  about:
    "opening a session of 100 MB and reading its last entry, against reading its last megabyte",
  unit: "ms",
  rounds: 20,
  bar: 1.5,
  setUp: () => measureLargeSession({ subject: openLog, reference: readLastMegabyte }),
};
export default sessionOpen;
