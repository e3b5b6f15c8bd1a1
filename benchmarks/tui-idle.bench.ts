// What an idle terminal costs: processor time in a minute, against 0.2 % of them. A single byte written
// meanwhile is a failure.
import type { Benchmark } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";
import { runInTerminal } from "./terminal-run.ts";

const WINDOW_MS = 60_000;
const SETTLE_MS = 2_000;
const BAR_MS = WINDOW_MS * 0.002;

const idle: Benchmark = {
  name: "tui-idle",
  about: `processor time of ${WINDOW_MS / 1000} idle seconds, against ${BAR_MS} ms`,
  unit: "ms",
  rounds: 1,
  bar: 1,
  setUp: async () => {
    const provider = startFakeProvider();
    return {
      subject: async () => {
        await using run = runInTerminal(provider);
        await run.shows("Ask anything");
        await Bun.sleep(SETTLE_MS);
        const [bytes, cpuMs] = [run.bytes(), run.cpuMs()];
        await Bun.sleep(WINDOW_MS);
        if (run.bytes() !== bytes)
          throw new Error(`${run.bytes() - bytes} bytes written while idle`);
        return run.cpuMs() - cpuMs;
      },
      reference: async () => BAR_MS,
      [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
    };
  },
};
export default idle;
