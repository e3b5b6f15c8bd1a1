// How long it takes from the start of the process until its first request arrives at the model, against a
// bare start of the runtime.
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import type { Benchmark } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";
import { bestOf, timeBareBun } from "./start.ts";

const STARTS = 4;

const firstRequest: Benchmark = {
  name: "first-request",
  about: "process start to first request, against a bare bun start",
  unit: "ms",
  rounds: 11,
  bar: 8,
  setUp: async () => {
    const provider = startFakeProvider();
    const { models, hello, cwd, env } = provider;
    models.script(reply(text("hi")));
    let count = models.requests.length;
    const start = async (): Promise<number> => {
      const started = performance.now();
      const child = Bun.spawn(hello, {
        cwd,
        env,
        stdin: "ignore",
        stdout: "ignore",
        stderr: "inherit",
      });
      await models.nthRequest(++count);
      const elapsed = performance.now() - started;
      await child.exited;
      return elapsed;
    };
    return {
      subject: () => bestOf(STARTS, start),
      reference: () => bestOf(STARTS, timeBareBun),
      [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
    };
  },
};
export default firstRequest;
