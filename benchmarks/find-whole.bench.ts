// Listing all of 13,000 files, newest first, against ripgrep's own unordered list of the same tree.
import find from "../packages/coding-agent/src/tools/find/find.ts";
import type { Benchmark } from "./benchmark.ts";
import { makeSearchTree, timeRipgrep } from "./search-tree.ts";
import { timedTool } from "./tool-calls.ts";

const findWhole: Benchmark = {
  name: "find-whole",
  about: "the tool find for every one of 13,000 files against rg --files",
  unit: "ms",
  rounds: 15,
  bar: 1.5,
  async setUp() {
    const tree = makeSearchTree(13_000);
    const call = timedTool(find, tree.path, "file");
    return {
      subject: () => call({ paths: ["**/*"] }),
      reference: () => timeRipgrep(["--files", "--hidden"], tree.path),
      [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
    };
  },
};
export default findWhole;
