// How soon a huge session can be used, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureHuge } from "./session-huge.ts";

const BAR = 100;

const sessionHuge: Benchmark = {
  name: "session-huge-open",
  about: `processor time until a session of 500 MB and a million entries can be used, against ${BAR} ms`,
  unit: "ms",
  rounds: 7,
  bar: 1,
  setUp: () => measureHuge(({ ms }) => ms, BAR),
};
export default sessionHuge;
