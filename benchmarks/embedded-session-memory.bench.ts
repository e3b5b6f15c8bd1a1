// How much memory each session after the first adds to a program that embeds omp, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureEmbedded } from "./embedded-cost.ts";

const MAX_MB = 15;

const embeddedSessionMemory: Benchmark = {
  name: "embedded-session-memory",
  about: `RSS of a session after the first that was prompted once, against ${MAX_MB} MB`,
  unit: "MB",
  rounds: 7,
  bar: 1,
  setUp: () => measureEmbedded(({ mb }) => mb, MAX_MB),
};
export default embeddedSessionMemory;
