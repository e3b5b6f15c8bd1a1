// Rule: every source file parses; a file that does not would slip past the other rules.
import type { Rule } from "../rule.ts";

export default {
  id: "syntax",
  allowed: "Every source file parses as TypeScript.",
  remedy: "Correct the syntax; other rules cannot see into this file until then.",
  checkFile({ failure }, _config, report) {
    if (failure) report(failure.offset, failure.message);
  },
} satisfies Rule;
