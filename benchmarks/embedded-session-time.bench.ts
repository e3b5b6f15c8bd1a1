// How long a program that embeds omp waits for a session after its first, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureEmbedded } from "./embedded-cost.ts";

const MAX_MS = 20;

const embeddedSessionTime: Benchmark = {
  name: "embedded-session-time",
  about: `opening a session after the first in one process, against ${MAX_MS} ms`,
  unit: "ms",
  rounds: 7,
  bar: 1,
  setUp: () => measureEmbedded(({ ms }) => ms, MAX_MS),
};
export default embeddedSessionTime;
