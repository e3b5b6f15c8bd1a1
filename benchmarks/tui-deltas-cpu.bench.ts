// What 20,000 deltas streamed into the terminal cost in processor time, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureTerminalDeltas } from "./terminal-deltas.ts";

const MAX_MS = 1500;

const tuiDeltasCpu: Benchmark = {
  name: "tui-deltas-cpu",
  about: `processor time of 20,000 deltas streamed into the terminal, against ${MAX_MS} ms`,
  unit: "ms",
  rounds: 5,
  bar: 1,
  setUp: () => measureTerminalDeltas(({ cpuMs }) => cpuMs, MAX_MS),
};
export default tuiDeltasCpu;
