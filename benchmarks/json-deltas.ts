// A run in JSON mode whose answer comes in 20,000 deltas.
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { type FakeProvider, startFakeProvider } from "./fake-provider.ts";
import { binary } from "./start.ts";

const COUNT = 20_000;

/** The server and the command; disposing the provider ends both. */
export function startDeltas(): { readonly provider: FakeProvider; readonly command: string[] } {
  const provider = startFakeProvider();
  provider.models.script(reply(text(Array.from({ length: COUNT }, (_, at) => `w${at} `))));
  const flags = ["--model", "fake/m", "--no-session", "--mode", "json", "-p", "go"];
  return { provider, command: [binary, ...flags] };
}
