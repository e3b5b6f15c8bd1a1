// How long it takes from the start of the process until the editor is on the screen, against a bare start of the
// runtime.
import type { Benchmark } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";
import { bestOf, timeBareBun } from "./start.ts";
import { runInTerminal } from "./terminal-run.ts";

const STARTS = 4;

const firstFrame: Benchmark = {
  name: "first-frame",
  about: "process start to the first frame of the terminal, against a bare bun start",
  unit: "ms",
  rounds: 11,
  bar: 12,
  setUp: async () => {
    const provider = startFakeProvider();
    const start = async (): Promise<number> => {
      const started = performance.now();
      await using run = runInTerminal(provider);
      await run.shows("Ask anything");
      return performance.now() - started;
    };
    return {
      subject: () => bestOf(STARTS, start),
      reference: () => bestOf(STARTS, timeBareBun),
      [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
    };
  },
};
export default firstFrame;
