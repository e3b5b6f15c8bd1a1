// How long the last 50 lines of a file of a gigabyte take, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureReadLarge } from "./measure-read-large.ts";

const MAX_MS = 20;

const readTail: Benchmark = {
  name: "read-tail",
  about: `the last 50 lines of a file of 1 GB, against ${MAX_MS} ms`,
  unit: "ms",
  rounds: 7,
  bar: 1,
  setUp: () => measureReadLarge(({ ms }) => ms, MAX_MS),
};
export default readTail;
