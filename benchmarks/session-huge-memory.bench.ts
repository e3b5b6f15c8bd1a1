// How much memory a huge session takes, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureHuge } from "./session-huge.ts";

const BAR = 150;

const sessionHuge: Benchmark = {
  name: "session-huge-memory",
  about: `peak RSS of opening a session of 500 MB and a million entries, against ${BAR} MB`,
  unit: "MB",
  rounds: 7,
  bar: 1,
  setUp: () => measureHuge(({ peakMb }) => peakMb, BAR),
};
export default sessionHuge;
