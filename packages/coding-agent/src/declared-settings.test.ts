// Every declared setting is described, has a default that fits, and cannot be loosened by a repository where
// that would be dangerous.
import { describe, expect, test } from "bun:test";
import { DECLARED } from "./assemble/declared-settings.ts";
import { resolveLayers } from "./settings/layers.ts";

/** Keys of policy, of where traffic goes and with which credentials, and of what is run. */
const DANGEROUS =
  /approval|sandbox|url|endpoint|header|auth|token(?!s)|secret|password|apikey|proxy|shell|command|channel|checkupdate|autoupdate|trust/i;

describe("declared settings", () => {
  test("keys are unique", () => {
    const keys = DECLARED.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  for (const setting of DECLARED) {
    test(setting.key, () => {
      expect(setting.key).toMatch(/^[a-z][A-Za-z0-9_]*(\.[a-z][A-Za-z0-9_]*)*$/);
      expect(setting.doc.length).toBeGreaterThan(10);
      expect(setting.doc).toMatch(/[.)]$/);
      if (setting.fallback !== undefined)
        expect(setting.fit(setting.fallback)).toEqual({ ok: true, value: setting.fallback });
      expect(["free", "tighten", "never"]).toContain(setting.project);
      if (setting.project === "tighten") expect("isTighter" in setting).toBe(true);
      if (DANGEROUS.test(setting.key)) expect(setting.project).not.toBe("free");
    });
  }

  test("no project value of a choice ever loosens what the user has", () => {
    for (const setting of DECLARED.filter(({ project }) => project === "tighten")) {
      for (const own of setting.allowed ?? []) {
        for (const theirs of setting.allowed ?? []) {
          const { values } = resolveLayers(DECLARED, [
            { name: "global", source: "own", values: { [setting.key]: own } },
            { name: "project", source: "theirs", values: { [setting.key]: theirs } },
          ]);
          const inForce = values.get(setting.key);
          expect(inForce === own || setting.isTighter?.(inForce, own)).toBe(true);
        }
      }
    }
  });
});
