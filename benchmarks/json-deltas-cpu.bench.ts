// What 20,000 text deltas through JSON mode cost in CPU time, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureJsonDeltas } from "./json-deltas.ts";

const MAX_MS = 600;

const jsonDeltasCpu: Benchmark = {
  name: "json-deltas-cpu",
  about: `20,000 text deltas through JSON mode, against ${MAX_MS} ms of CPU`,
  unit: "ms",
  rounds: 5,
  bar: 1,
  setUp: () => measureJsonDeltas(({ cpuMs }) => cpuMs, MAX_MS),
};
export default jsonDeltasCpu;
