// The findings as text for people: grouped by rule, with what is allowed, what to do, and a count. Knows neither the
// rules' inner workings nor where the text goes.
import type { CheckResult } from "./check-tree.ts";
import type { Rule, Violation } from "./rule.ts";

const PLURAL = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function groupText(
  rule: Pick<Rule, "id" | "allowed" | "remedy">,
  found: readonly Violation[],
): string {
  const lines = found.map(({ path, line, message }) => `  ${path}:${line}: ${message}`);
  return [
    `${rule.id} (${found.length})`,
    ...lines,
    `  allowed: ${rule.allowed}`,
    `  to do:   ${rule.remedy}`,
  ].join("\n");
}

export function formatReport(
  { violations, fileCount }: CheckResult,
  rules: readonly Rule[],
  elapsedMs: number,
): string {
  const byRule = Map.groupBy(violations, ({ rule }) => rule);
  const groups = rules.flatMap((rule) => {
    const found = byRule.get(rule.id);
    return found ? [groupText(rule, found)] : [];
  });
  const checked = `${PLURAL(fileCount, "file")}, ${rules.length} rules, ${Math.round(elapsedMs)} ms`;
  const places = new Set(violations.map(({ path }) => path)).size;
  const summary =
    violations.length === 0
      ? `layers: no violation (${checked})`
      : `layers: ${PLURAL(violations.length, "violation")} in ${PLURAL(places, "file")} (${checked})`;
  return [...groups, summary].join("\n\n");
}
