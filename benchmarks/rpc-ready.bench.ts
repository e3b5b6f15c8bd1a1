// How long it takes from the start of the process until RPC says that it is ready, against a bare start of the
// runtime.
import type { Benchmark } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";
import { bestOf, binary, timeBareBun } from "./start.ts";

const STARTS = 4;

const rpcReady: Benchmark = {
  name: "rpc-ready",
  about: "process start to the ready frame of RPC, against a bare bun start",
  unit: "ms",
  rounds: 11,
  bar: 10,
  setUp: async () => {
    const provider = startFakeProvider();
    const { cwd, env } = provider;
    const start = async (): Promise<number> => {
      const started = performance.now();
      const child = Bun.spawn([binary, "--model", "fake/m", "--no-session", "--mode", "rpc"], {
        cwd,
        env,
        stdin: "pipe",
        stdout: "pipe",
        stderr: "inherit",
      });
      await child.stdout.getReader().read();
      const elapsed = performance.now() - started;
      await child.stdin.end();
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
export default rpcReady;
