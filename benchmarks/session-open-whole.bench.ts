// How long it takes until a session of 100 MB can be talked to, against reading the entries of the last megabyte of its
// file: log, conversation since the last compaction, choices. The log alone is measured against the bare bytes.
import { join } from "node:path";
import { answer } from "./agent-turns.ts";
import { openBenchSession } from "./bench-session.ts";
import type { Benchmark } from "./benchmark.ts";
import { medianMs, readLastEntries } from "./read-last-megabyte.ts";
import { scratchFolder, writeLargeSession } from "./session-files.ts";

const sessionOpenWhole: Benchmark = {
  name: "session-open-whole",
  about:
    "opening a session of 100 MB with its conversation, against reading the entries of its last megabyte",
  unit: "ms",
  rounds: 20,
  bar: 1.5,
  async setUp() {
    const folder = scratchFolder();
    const file = join(folder.path, "s.jsonl");
    writeLargeSession(file, 25_000, 4000, { keptEntries: 20 });
    const stream = ({ model }: Parameters<Parameters<typeof openBenchSession>[1]>[0]) =>
      answer(model, undefined);
    return {
      subject: async () =>
        medianMs(() => {
          const session = openBenchSession(file, stream);
          if (session.messages.length < 20)
            throw new Error("The session did not open as it should.");
          session.log.close();
        }),
      reference: async () => medianMs(() => readLastEntries(file)),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
};
export default sessionOpenWhole;
