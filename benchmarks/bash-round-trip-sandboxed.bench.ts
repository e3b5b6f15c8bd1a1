// How long a command in the shell of a sandbox takes, against a bare spawn of the same program: as for `bash` itself, the
// sandbox costs when a shell starts, not with each command.
import {
  SandboxWorld,
  workingBackends,
} from "../packages/coding-agent/src/testing/sandbox-world.ts";
import type { Benchmark } from "./benchmark.ts";

const CALLS = 20;

const bashRoundTripSandboxed: Benchmark = {
  name: "bash-round-trip-sandboxed",
  about: `${CALLS} commands "true" in a sandboxed shell against as many bare spawns`,
  unit: "ms",
  rounds: 11,
  bar: 2.5,
  setUp: async () => {
    const { working } = await workingBackends();
    const [backend] = working;
    if (backend === undefined) throw new Error("no sandbox holds on this machine");
    const world = await SandboxWorld.open(backend);
    await world.run("true");
    return {
      subject: () => timed(() => world.run("true")),
      reference: () => timed(() => Bun.spawn(["/bin/true"]).exited),
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  },
};
export default bashRoundTripSandboxed;

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let count = 0; count < CALLS; count++) await call();
  return performance.now() - startedAt;
}
