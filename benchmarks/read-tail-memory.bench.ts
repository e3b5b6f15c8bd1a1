// How much larger the last 50 lines of a file of a gigabyte make a process, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { measureReadLarge } from "./measure-read-large.ts";

const MAX_MB = 20;

const readTailMemory: Benchmark = {
  name: "read-tail-memory",
  about: `memory for the last 50 lines of a file of 1 GB, against ${MAX_MB} MB`,
  unit: "MB",
  rounds: 7,
  bar: 1,
  setUp: () => measureReadLarge(({ growthMb }) => growthMb, MAX_MB),
};
export default readTailMemory;
