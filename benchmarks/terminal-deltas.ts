// An answer in 20,000 deltas, streamed into the terminal to its end, and what it costs.
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import type { Measured } from "./benchmark.ts";
import { type FakeProvider, startFakeProvider } from "./fake-provider.ts";
import { runInTerminal } from "./terminal-run.ts";

const COUNT = 20_000;

export interface DeltaCost {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Measures one figure of such an answer against a bar of its own. */
export async function measureTerminalDeltas(
  figure: (cost: DeltaCost) => number,
  bar: number,
): Promise<Measured> {
  const provider = startFakeProvider();
  const words = Array.from({ length: COUNT }, (_, at) => `w${at}${at % 60 === 59 ? "\n\n" : " "}`);
  provider.models.script(reply(text([...words, "\n\nThe end of it."])));
  return {
    subject: async () => figure(await streamDeltas(provider)),
    reference: async () => bar,
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

/** What streaming one such answer costs, beyond what the start had cost. */
async function streamDeltas(provider: FakeProvider): Promise<DeltaCost> {
  await using run = runInTerminal(provider);
  await run.shows("Ask anything");
  const before = run.cpuMs();
  run.type("go\r");
  await run.shows("The end of it.");
  return { cpuMs: run.cpuMs() - before, peakMb: run.peakMb() };
}
