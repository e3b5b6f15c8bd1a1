// The tool `find` over a tree of 13,000 files, against ripgrep's own list of the same tree.
import find from "../packages/coding-agent/src/tools/find/find.ts";
import type { Measured } from "./benchmark.ts";
import { makeSearchTree, timeRipgrep } from "./search-tree.ts";
import { timedTool } from "./tool-calls.ts";

/** Measures finding what fits a glob; `shown` must be in the answer. */
export async function measureFind(glob: string, shown: string): Promise<Measured> {
  const tree = makeSearchTree(13_000);
  const call = timedTool(find, tree.path, shown);
  return {
    subject: () => call({ paths: [glob] }),
    reference: () => timeRipgrep(["--files", "--hidden"], tree.path),
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}
