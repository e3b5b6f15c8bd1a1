// Peak memory of answering "hello" once, against the bar itself.
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import type { Benchmark } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";

const MAX_MB = 80;

const helloMemory: Benchmark = {
  name: "hello-memory",
  about: `peak RSS of one answer, against ${MAX_MB} MB`,
  unit: "MB",
  rounds: 7,
  bar: 1,
  setUp: async () => {
    const provider = startFakeProvider();
    const { models, hello, cwd, env } = provider;
    models.script(reply(text("hi")));
    return {
      subject: async () => (await runProcess(hello, { cwd, env })).peakRssBytes / 1e6,
      reference: async () => MAX_MB,
      [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
    };
  },
};
export default helloMemory;
