// Finding names among 13,000 files, newest first, against ripgrep's own list of the same tree.
import find from "../packages/coding-agent/src/tools/find/find.ts";
import type { Benchmark } from "./benchmark.ts";
import { makeSearchTree, timeRipgrep } from "./search-tree.ts";
import { timedTool } from "./tool-calls.ts";

const findLarge: Benchmark = {
  name: "find-large",
  about: "the tool find over 13,000 files against rg --files",
  unit: "ms",
  rounds: 15,
  bar: 1.5,
  async setUp() {
    const tree = makeSearchTree(13_000);
    const call = timedTool(find, tree.path, "file77.ts");
    return {
      subject: () => call({ paths: ["file77*.ts"] }),
      reference: () => timeRipgrep(["--files", "--hidden"], tree.path),
      [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
    };
  },
};
export default findLarge;
