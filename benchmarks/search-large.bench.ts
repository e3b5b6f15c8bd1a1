// A search through 13,000 files, against ripgrep's own on the same tree.
import search from "../packages/coding-agent/src/tools/search/search.ts";
import type { Benchmark } from "./benchmark.ts";
import { makeSearchTree, timeRipgrep } from "./search-tree.ts";
import { timedTool } from "./tool-calls.ts";

const searchLarge: Benchmark = {
  name: "search-large",
  about: "the tool search over 13,000 files against plain rg",
  unit: "ms",
  rounds: 15,
  bar: 1.3,
  async setUp() {
    const tree = makeSearchTree(13_000);
    const call = timedTool(search, tree.path, "needle");
    return {
      subject: () => call({ pattern: "needle", paths: "." }),
      reference: () => timeRipgrep(["--hidden", "-n", "needle"], tree.path),
      [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
    };
  },
};
export default searchLarge;
