// What 20,000 deltas streamed into the terminal cost in processor time, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";
import { scriptDeltas, streamDeltas } from "./terminal-deltas.ts";

const BAR = 1500;

const tuiDeltas: Benchmark = {
  name: "tui-deltas-cpu",
  about: `processor time of 20,000 deltas streamed into the terminal, against ${BAR} ms`,
  unit: "ms",
  rounds: 5,
  bar: 1,
  setUp: async () => {
    const provider = startFakeProvider();
    scriptDeltas(provider);
    return {
      subject: async () => (await streamDeltas(provider)).cpuMs,
      reference: async () => BAR,
      [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
    };
  },
};
export default tuiDeltas;
