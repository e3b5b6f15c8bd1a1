// How much memory omp has had after 20,000 deltas streamed into the terminal, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";
import { scriptDeltas, streamDeltas } from "./terminal-deltas.ts";

const BAR = 150;

const tuiDeltas: Benchmark = {
  name: "tui-deltas-memory",
  about: `peak memory after 20,000 deltas streamed into the terminal, against ${BAR} MB`,
  unit: "MB",
  rounds: 5,
  bar: 1,
  setUp: async () => {
    const provider = startFakeProvider();
    scriptDeltas(provider);
    return {
      subject: async () => (await streamDeltas(provider)).peakMb,
      reference: async () => BAR,
      [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
    };
  },
};
export default tuiDeltas;
