// A search in a small tree, against the 3 ms that a person would call at once.
import search from "../packages/coding-agent/src/tools/search/search.ts";
import type { Benchmark } from "./benchmark.ts";
import { makeSearchTree } from "./search-tree.ts";
import { timedTool } from "./tool-calls.ts";

const LIMIT_MS = 3;

const searchSmall: Benchmark = {
  name: "search-small",
  about: "the tool search over 45 files against 3 ms",
  unit: "ms",
  rounds: 121,
  bar: 1,
  async setUp() {
    const tree = makeSearchTree(45);
    const call = timedTool(search, tree.path, "needle");
    return {
      subject: () => call({ pattern: "needle", paths: "." }),
      reference: async () => LIMIT_MS,
      [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
    };
  },
};
export default searchSmall;
