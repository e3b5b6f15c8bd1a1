// What 20,000 text deltas through JSON mode cost in peak memory, against the bar itself.
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import type { Benchmark } from "./benchmark.ts";
import { startDeltas } from "./json-deltas.ts";

const BAR = 100;

const jsonDeltas: Benchmark = {
  name: "json-deltas-memory",
  about: `20,000 text deltas through JSON mode, against ${BAR} MB`,
  unit: "MB",
  rounds: 5,
  bar: 1,
  setUp: async () => {
    const { provider, command } = startDeltas();
    const { cwd, env } = provider;
    return {
      subject: async () => {
        const run = await runProcess(command, { cwd, env });
        if (run.exitCode !== 0) throw new Error(run.stderr);
        return run.peakRssBytes / 1e6;
      },
      reference: async () => BAR,
      [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
    };
  },
};
export default jsonDeltas;
