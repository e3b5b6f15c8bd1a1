// Rule: a test file asserts something. Looks for a call to `expect`, `assert` or a function named after
// them.
import type { Program } from "oxc-parser";
import { memberPath } from "../member-path.ts";
import type { Rule } from "../rule.ts";
import { walk } from "../walk.ts";

const ASSERTION = /^(?:expect|assert)(?:$|[A-Z])/;

function hasAssertion(program: Program): boolean {
  let isFound = false;
  walk(program, {
    CallExpression({ callee }) {
      isFound ||= memberPath(callee)?.names.some((name) => ASSERTION.test(name)) ?? false;
    },
  });
  return isFound;
}

export default {
  id: "test-asserts",
  allowed: "A test file calls expect or assert.",
  remedy: "Assert the contract that the test defends, or remove the test.",
  checkFile({ place, program }, _config, report) {
    if (place.isTest && !hasAssertion(program)) report(0, "asserts nothing");
  },
} satisfies Rule;
