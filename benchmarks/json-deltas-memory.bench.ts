// What 20,000 text deltas through JSON mode cost in peak memory, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureJsonDeltas } from "./json-deltas.ts";

const MAX_MB = 100;

const jsonDeltasMemory: Benchmark = {
  name: "json-deltas-memory",
  about: `20,000 text deltas through JSON mode, against ${MAX_MB} MB`,
  unit: "MB",
  rounds: 5,
  bar: 1,
  setUp: () => measureJsonDeltas(({ peakRssBytes }) => peakRssBytes / 1e6, MAX_MB),
};
export default jsonDeltasMemory;
