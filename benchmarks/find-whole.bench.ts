// Listing all of 13,000 files, newest first, against ripgrep's own unordered list of the same tree.
import type { Benchmark } from "./benchmark.ts";
import { measureFind } from "./find-files.ts";

const findWhole: Benchmark = {
  name: "find-whole",
  about: "the tool find for every one of 13,000 files against rg --files",
  unit: "ms",
  rounds: 31,
  bar: 1.5,
  setUp: () => measureFind("**/*", "file"),
};
export default findWhole;
