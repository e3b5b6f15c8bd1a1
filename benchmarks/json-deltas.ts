// A run in JSON mode whose answer comes in 20,000 deltas, and what it costs.
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { type RunResult, runProcess } from "@oh-my-pi/pi-testkit/process";
import type { Measured } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";
import { binary } from "./start.ts";

const COUNT = 20_000;
const FLAGS = ["--model", "fake/m", "--no-session", "--mode", "json", "-p", "go"];

/** Measures one figure of such a run against a bar of its own. */
export async function measureJsonDeltas(
  figure: (run: RunResult) => number,
  bar: number,
): Promise<Measured> {
  const provider = startFakeProvider();
  provider.models.script(reply(text(Array.from({ length: COUNT }, (_, at) => `w${at} `))));
  const { cwd, env } = provider;
  return {
    subject: async () => {
      const run = await runProcess([binary, ...FLAGS], { cwd, env });
      if (run.exitCode !== 0) throw new Error(run.stderr);
      return figure(run);
    },
    reference: async () => bar,
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}
