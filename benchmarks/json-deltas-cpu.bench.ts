// What 20,000 text deltas through JSON mode cost in CPU time, against the bar itself.
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import type { Benchmark } from "./benchmark.ts";
import { startDeltas } from "./json-deltas.ts";

const BAR = 600;

const jsonDeltas: Benchmark = {
  name: "json-deltas-cpu",
  about: `20,000 text deltas through JSON mode, against ${BAR} ms of CPU`,
  unit: "ms",
  rounds: 5,
  bar: 1,
  setUp: async () => {
    const { provider, command } = startDeltas();
    const { cwd, env } = provider;
    return {
      subject: async () => {
        const run = await runProcess(command, { cwd, env });
        if (run.exitCode !== 0) throw new Error(run.stderr);
        return run.cpuMs;
      },
      reference: async () => BAR,
      [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
    };
  },
};
export default jsonDeltas;
