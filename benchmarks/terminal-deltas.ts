// An answer in 20,000 deltas, streamed into the terminal to its end.
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import type { FakeProvider } from "./fake-provider.ts";
import { runInTerminal } from "./terminal-run.ts";

const COUNT = 20_000;

/** Makes every answer of the server one of 20,000 deltas. */
export function scriptDeltas({ models }: FakeProvider): void {
  const words = Array.from({ length: COUNT }, (_, at) => `w${at}${at % 60 === 59 ? "\n\n" : " "}`);
  models.script(reply(text([...words, "\n\nThe end of it."])));
}

export interface DeltaCost {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** What streaming one such answer costs, beyond what the start had cost. */
export async function streamDeltas(provider: FakeProvider): Promise<DeltaCost> {
  await using run = runInTerminal(provider);
  await run.shows("Ask anything");
  const before = run.cpuMs();
  run.type("go\r");
  await run.shows("The end of it.");
  return { cpuMs: run.cpuMs() - before, peakMb: run.peakMb() };
}
