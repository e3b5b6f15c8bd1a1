// How long `bash` takes for `true`, against a bare spawn of the same program.
import { shellTools } from "../packages/coding-agent/src/testing/shell-tools.ts";
import bash from "../packages/coding-agent/src/tools/bash/bash.ts";
import type { Benchmark } from "./benchmark.ts";

const CALLS = 20;

const bashRoundTrip: Benchmark = {
  name: "bash-round-trip",
  about: `${CALLS} calls of bash with "true" against as many bare spawns`,
  unit: "ms",
  rounds: 11,
  bar: 2.5,
  setUp: async () => {
    const shell = shellTools();
    await shell.call(bash, { command: "true" });
    return {
      subject: () => timed(() => shell.call(bash, { command: "true" })),
      reference: () => timed(() => Bun.spawn(["/bin/true"]).exited),
      [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose](),
    };
  },
};
export default bashRoundTrip;

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let count = 0; count < CALLS; count++) await call();
  return performance.now() - startedAt;
}
