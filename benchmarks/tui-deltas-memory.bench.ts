// How much memory omp has had after 20,000 deltas streamed into the terminal, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureTerminalDeltas } from "./terminal-deltas.ts";

const MAX_MB = 150;

const tuiDeltasMemory: Benchmark = {
  name: "tui-deltas-memory",
  about: `peak memory after 20,000 deltas streamed into the terminal, against ${MAX_MB} MB`,
  unit: "MB",
  rounds: 5,
  bar: 1,
  setUp: () => measureTerminalDeltas(({ peakMb }) => peakMb, MAX_MB),
};
export default tuiDeltasMemory;
