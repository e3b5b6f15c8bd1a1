// Finding names among 13,000 files, newest first, against ripgrep's own list of the same tree.
import type { Benchmark } from "./benchmark.ts";
import { measureFind } from "./find-files.ts";

const findLarge: Benchmark = {
  name: "find-large",
  about: "the tool find over 13,000 files against rg --files",
  unit: "ms",
  rounds: 31,
  bar: 1.5,
  setUp: () => measureFind("file77*.ts", "file77.ts"),
};
export default findLarge;
