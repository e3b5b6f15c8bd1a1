// The exceptions of `layers.json`: which finding is excused, and which exceptions are wrong or no longer
// needed. Knows no rule's meaning.
import type { AllowEntry } from "./config.ts";
import type { Finding, Rule } from "./rule.ts";

const CONFIG_FILE = "scripts/layers.json";

/** The rule that the exceptions themselves are held to. */
export const allowListRule: Rule = {
  id: "allow-list",
  allowed: "An exception names known rules, says why, and is needed.",
  remedy: `Correct or remove the entry in ${CONFIG_FILE}.`,
};

interface Matcher {
  readonly entry: AllowEntry;
  readonly globs: readonly (readonly [pattern: string, glob: Bun.Glob])[];
}

function isPattern(path: string): boolean {
  return /[*?{[]/.test(path);
}

export class AllowList {
  readonly #matchers: readonly Matcher[];
  readonly #used = new Set<Bun.Glob>();

  constructor(entries: readonly AllowEntry[]) {
    this.#matchers = entries.map((entry) => ({
      entry,
      globs: entry.files.map((pattern) => [pattern, new Bun.Glob(pattern)] as const),
    }));
  }

  excuses(rule: string, finding: Finding): boolean {
    let isExcused = false;
    for (const { entry, globs } of this.#matchers) {
      if (!entry.rules.includes(rule)) continue;
      if (entry.only && !entry.only.includes(finding.subject ?? "")) continue;
      for (const [, glob] of globs) {
        if (!glob.match(finding.path)) continue;
        this.#used.add(glob);
        isExcused = true;
      }
    }
    return isExcused;
  }

  /** Entries without a reason, with an unknown rule, or that name a file which needs no exception. */
  problems(ruleIds: readonly string[]): Finding[] {
    const at = { path: CONFIG_FILE, line: 1 };
    return this.#matchers.flatMap(({ entry, globs }) => {
      const label = `allow entry for ${entry.files.join(", ")}`;
      const unknown = entry.rules.filter((rule) => !ruleIds.includes(rule));
      const stale = globs.filter(([path, glob]) => !isPattern(path) && !this.#used.has(glob));
      return [
        ...(entry.reason.trim() === "" ? [`${label} gives no reason`] : []),
        ...unknown.map((rule) => `${label} names an unknown rule "${rule}"`),
        ...stale.map(([file]) => `allow entry for ${file} excuses nothing: remove it`),
      ].map((message) => ({ ...at, message }));
    });
  }
}
