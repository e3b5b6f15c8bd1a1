// Rule: no test is left running alone (`.only`) and none is switched off without saying why.
import { memberPath } from "../member-path.ts";
import type { Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const RUNNERS: ReadonlySet<string> = new Set(["test", "it", "describe"]);
const OFF: ReadonlySet<string> = new Set(["skip", "todo"]);
const OFF_RUNNERS: ReadonlySet<string> = new Set(["xtest", "xit", "xdescribe"]);
const LEAST_REASON_CHARS = 10;

/** A comment on the line of `offset` or directly above it. */
function hasReason({ comments, lineAt }: SourceFile, offset: number): boolean {
  const line = lineAt(offset);
  return comments.some(
    ({ start, end, value }) =>
      lineAt(start) <= line && lineAt(end) >= line - 1 && value.trim().length >= LEAST_REASON_CHARS,
  );
}

export default {
  id: "test-focus",
  allowed:
    "Every test runs; one that cannot is skipped by skipUnless of testkit, or with a comment that says why.",
  remedy: "Remove .only; use skipUnless, or write the reason in a comment on the line above.",
  checkFile(file, _config, report) {
    if (!file.place.isTest) return undefined;
    return {
      MemberExpression(node) {
        const path = memberPath(node);
        const [runner = "", ...modifiers] = path?.names ?? [];
        const last = modifiers.at(-1) ?? "";
        if (!RUNNERS.has(runner)) return;
        if (last === "only") report(node.start, `${runner}.only leaves out all other tests`, last);
        if (OFF.has(last) && !hasReason(file, node.start)) {
          report(node.start, `${runner}.${last} without a reason`, last);
        }
      },
      CallExpression({ callee, start }) {
        if (callee.type !== "Identifier" || !OFF_RUNNERS.has(callee.name)) return;
        if (!hasReason(file, start)) report(start, `${callee.name} without a reason`, "skip");
      },
    };
  },
} satisfies Rule;
