// Contract: an exception excuses exactly what it names, and one that is wrong or needless is itself
// reported.
import { describe, expect, test } from "bun:test";
import { AllowList } from "./allow-list.ts";
import type { AllowEntry } from "./config.ts";

const ENTRY: AllowEntry = {
  rules: ["platform-api"],
  files: ["packages/natives/src/shell/*.ts"],
  only: ["Bun.spawn"],
  reason: "It wraps processes.",
};

function excuses(entry: AllowEntry, rule: string, path: string, subject?: string): boolean {
  const finding = { path, line: 1, message: "", ...(subject === undefined ? {} : { subject }) };
  return new AllowList([entry]).excuses(rule, finding);
}

describe("AllowList", () => {
  test.each([
    ["platform-api", "packages/natives/src/shell/run.ts", "Bun.spawn", true],
    ["stdout", "packages/natives/src/shell/run.ts", "Bun.spawn", false],
    ["platform-api", "packages/natives/src/shell/deep/run.ts", "Bun.spawn", false],
    ["platform-api", "packages/natives/src/shell/run.ts", "process.env", false],
    ["platform-api", "packages/natives/src/shell/run.ts", undefined, false],
  ])("%s %s %s", (rule, path, subject, expected) => {
    expect(excuses(ENTRY, rule, path, subject)).toBe(expected);
  });

  test("without `only` every subject is excused", () => {
    const { rules, files, reason } = ENTRY;
    const entry = { rules, files, reason };
    expect(excuses(entry, "platform-api", "packages/natives/src/shell/run.ts", "process.env")).toBe(
      true,
    );
  });

  test("reports an unknown rule and a missing reason", () => {
    const list = new AllowList([{ ...ENTRY, rules: ["platform-apis"], reason: " " }]);
    expect(list.problems(["platform-api"]).map(({ message }) => message)).toEqual([
      "allow entry for packages/natives/src/shell/*.ts gives no reason",
      'allow entry for packages/natives/src/shell/*.ts names an unknown rule "platform-apis"',
    ]);
  });

  test("reports a file that needs no exception, once it needs none", () => {
    const list = new AllowList([{ ...ENTRY, files: ["a.ts", "b.ts"] }]);
    list.excuses("platform-api", { path: "a.ts", line: 1, message: "", subject: "Bun.spawn" });
    expect(list.problems(["platform-api"]).map(({ message }) => message)).toEqual([
      "allow entry for b.ts excuses nothing: remove it",
    ]);
  });
});
