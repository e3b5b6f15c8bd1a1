// How long `omp --version` takes, against a bare start of the runtime.
import type { Benchmark } from "./benchmark.ts";
import { binary, timeBareBun, timeRun } from "./start.ts";

const version: Benchmark = {
  name: "version",
  about: "omp --version against a bare bun start",
  unit: "ms",
  rounds: 25,
  bar: 2.5,
  setUp: async () => ({
    subject: () => timeRun([binary, "--version"]),
    reference: timeBareBun,
    [Symbol.asyncDispose]: async () => {},
  }),
};
export default version;
