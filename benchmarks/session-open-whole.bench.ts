// How long it takes until a session of 100 MB can be talked to, against reading the entries of the last megabyte of its
// file: log, conversation since the last compaction, choices. The log alone is measured against the bare bytes.
import { answer } from "./agent-turns.ts";
import { openBenchSession } from "./bench-session.ts";
import type { Benchmark } from "./benchmark.ts";
import { readLastEntries } from "./read-last-megabyte.ts";
import { measureLargeSession } from "./large-session.ts";

const KEPT_ENTRIES = 20;

function openWhole(file: string): void {
  const session = openBenchSession(file, ({ model }) => answer(model, undefined));
  if (session.messages.length < KEPT_ENTRIES)
    throw new Error("The session did not open as it should.");
  session.log.close();
}

const sessionOpenWhole: Benchmark = {
  name: "session-open-whole",
  about:
    "opening a session of 100 MB with its conversation, against reading the entries of its last megabyte",
  unit: "ms",
  rounds: 20,
  bar: 1.5,
  setUp: () =>
    measureLargeSession({
      subject: openWhole,
      reference: readLastEntries,
      keptEntries: KEPT_ENTRIES,
    }),
};
export default sessionOpenWhole;
