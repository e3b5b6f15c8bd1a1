// Every setting of the specification is declared with its type, its values and its default; every setting is described
// and carries a reviewed answer to whether a repository may set it.
import { describe, expect, test } from "bun:test";
import { DECLARED } from "./assemble/declared-settings.ts";
import known from "./fixtures/known-settings.json";
import { resolveLayers } from "./settings/layers.ts";
import type { ProjectRule, Setting } from "./settings/setting.ts";

interface Known {
  readonly key: string;
  readonly kind: Setting["kind"];
  readonly allowed?: readonly string[];
  readonly default?: unknown;
  /** The loosest rule that was thought about and found safe. */
  readonly project: ProjectRule;
}

const KNOWN = new Map((known as readonly Known[]).map((each) => [each.key, each]));
const STRICTNESS = ["free", "tighten", "never"];

/** Where a decision of the specification wins over the default of the described system. */
const OTHER_DEFAULTS: Readonly<Record<string, unknown>> = {
  "edit.fuzzyMatch": false,
  "secrets.enabled": true,
};

/** Keys of policy, of where traffic goes and with which credentials, and of what is run. */
const DANGEROUS =
  /approval|sandbox|url$|endpoint|header|auth\.|token$|secret|password|apikey|proxy|shell|command|channel|checkupdate|autoupdate|trust/i;

describe("declared settings", () => {
  test("keys are unique", () => {
    const keys = DECLARED.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("each key of the specification is there", () => {
    const declared = new Set(DECLARED.map(({ key }) => key));
    expect([...KNOWN.keys()].filter((key) => !declared.has(key))).toEqual([]);
  });

  test("each key has an entry in known-settings.json that says whether a project may set it", () => {
    expect(DECLARED.filter(({ key }) => !KNOWN.has(key)).map(({ key }) => key)).toEqual([]);
  });

  for (const setting of DECLARED) {
    test(setting.key, () => {
      expect(setting.key).toMatch(/^[a-z][A-Za-z0-9_]*(\.[a-z][A-Za-z0-9_]*)*$/);
      expect(setting.doc.length).toBeGreaterThan(7);
      expect(setting.doc).toMatch(/[.)]$/);
      if (setting.fallback !== undefined)
        expect(setting.fit(setting.fallback)).toEqual({ ok: true, value: setting.fallback });
      expect(["free", "tighten", "never"]).toContain(setting.project);
      if (setting.project === "tighten") expect("isTighter" in setting).toBe(true);
      if (DANGEROUS.test(setting.key)) expect(setting.project).not.toBe("free");
      const entry = KNOWN.get(setting.key);
      if (entry === undefined) return;
      expect(setting.kind).toBe(entry.kind);
      expect(setting.allowed?.toSorted()).toEqual(entry.allowed?.toSorted());
      expect(STRICTNESS.indexOf(setting.project)).toBeGreaterThanOrEqual(
        STRICTNESS.indexOf(entry.project),
      );
      if ("default" in entry || setting.kind === "string")
        expect(setting.fallback).toEqual(OTHER_DEFAULTS[setting.key] ?? entry.default);
    });
  }

  test("no value of a project ever loosens what the user has", () => {
    for (const setting of DECLARED.filter(({ project }) => project !== "free")) {
      for (const own of samples(setting)) {
        for (const theirs of samples(setting)) {
          const { values } = resolveLayers(DECLARED, [
            { name: "global", source: "own", values: { [setting.key]: own } },
            { name: "project", source: "theirs", values: { [setting.key]: theirs } },
          ]);
          const inForce = values.get(setting.key);
          const isKept = Bun.deepEquals(inForce, own);
          const mayChange = setting.project === "tighten";
          expect(isKept || (mayChange && setting.isTighter?.(inForce, own) === true)).toBe(true);
        }
      }
    }
  });
});

/** Some values that fit a setting. */
function samples({ kind, allowed, limits }: Setting): readonly unknown[] {
  if (allowed !== undefined) return allowed;
  if (kind === "boolean") return [true, false];
  const { min = 0, max = min + 100 } = limits ?? {};
  if (kind === "number") return [min, (min + max) / 2, max];
  return kind === "string" ? ["a", "b"] : [];
}
