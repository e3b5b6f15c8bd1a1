// Contract: tools do not import one another, nor do modes; shared members and their own parts are free.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./sibling-import.ts";

const SRC = "packages/coding-agent/src";

test.each([
  ["tools/read.ts", "tools/write.ts", true],
  ["tools/read.ts", "tools/write/parse.ts", true],
  ["tools/read/run.ts", "tools/write/run.ts", true],
  ["tools/read/read.ts", "tools/read/run.ts", false],
  ["tools/bash.ts", "tools/bash/run.ts", false],
  ["tools/bash/run.ts", "tools/bash.ts", false],
  ["tools/read.ts", "tools/shared/limits.ts", false],
  ["tools/read.ts", "services/index.ts", false],
  ["tools/read.test.ts", "tools/write.ts", false],
  ["tools/index.gen.ts", "tools/read.ts", false],
  ["modes/print/print.ts", "modes/rpc/rpc.ts", true],
  ["modes/rpc/rpc.ts", "modes/rpc/frame.ts", false],
  ["slash/new.ts", "slash/resume.ts", false],
])("%s -> %s", (from, to, isWrong) => {
  const up = "../".repeat(from.split("/").length - 1);
  const files = { [`${SRC}/${from}`]: `import { x } from "${up}${to}";`, [`${SRC}/${to}`]: "" };
  expect(findings(rule, files)).toHaveLength(isWrong ? 1 : 0);
});
