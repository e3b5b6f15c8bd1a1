// Contract: names are kebab-case and say something; the package folder itself is not judged.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./file-name.ts";

test.each([
  ["packages/utils/src/edit-distance.ts", false],
  ["packages/utils/src/sha256.ts", false],
  ["packages/utils/src/edit-distance.test.ts", false],
  ["packages/utils/src/index.gen.ts", false],
  ["packages/utils/src/editDistance.ts", true],
  ["packages/utils/src/EditDistance.ts", true],
  ["packages/utils/src/edit_distance.ts", true],
  ["packages/utils/src/edit--distance.ts", true],
  ["packages/utils/src/Text/width.ts", true],
  ["packages/ai/src/utils.ts", true],
  ["packages/ai/src/helpers.test.ts", true],
  ["packages/ai/src/common/width.ts", true],
  ["packages/ai/src/manager.ts", true],
  ["packages/ai/src/misc.ts", true],
  ["packages/ai/src/common-prefix.ts", false],
  ["scripts/helpers.ts", true],
])("%s", (path, isWrong) => {
  expect(findings(rule, { [path]: "" })).toHaveLength(isWrong ? 1 : 0);
});
