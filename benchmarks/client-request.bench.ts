// What loading the model client from source and one request on loopback add to a bare start of the runtime.
import { join } from "node:path";
import { startFakeModels, text } from "@oh-my-pi/pi-testkit/llm";
import type { Benchmark } from "./benchmark.ts";
import { timeBareBun, timeRun } from "./start.ts";

const ALLOWED_MS = 25;

const clientRequest: Benchmark = {
  name: "client-request",
  about: "model client and one request, above a bare bun start, against 25 ms",
  unit: "ms",
  rounds: 15,
  bar: 1,
  setUp: async () => {
    const server = startFakeModels({ isLooping: true });
    server.script(text("hello"));
    const script = join(import.meta.dir, "client-request.ts");
    const flags = ["--no-env-file", "--config=/dev/null", "--no-install"];
    return {
      subject: async () => {
        const bare = await timeBareBun();
        return (await timeRun([process.execPath, ...flags, script, server.url])) - bare;
      },
      reference: async () => ALLOWED_MS,
      [Symbol.asyncDispose]: async () => server[Symbol.dispose](),
    };
  },
};
export default clientRequest;
