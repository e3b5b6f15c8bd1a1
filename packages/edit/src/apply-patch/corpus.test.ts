// Contract: the public apply_patch scenarios, trees compared byte for byte. Where tools disagree we
// follow the table below; the package's README says the same in words.

import { describe, expect, test } from "bun:test";
import { executePlan } from "../multi-file/execute-plan.ts";
import { listPatchPaths, readStates } from "../multi-file/read-states.ts";
import { planPatch } from "../patch/plan-patch.ts";
import { readCorpus } from "../testing/corpora.ts";
import { MemoryFiles } from "../testing/memory-files.ts";
import { parseApplyPatch } from "./parse-apply-patch.ts";

interface Scenario {
  readonly id: string;
  readonly input: Readonly<Record<string, string | { readonly b64: string }>>;
  readonly patch: string;
  readonly expected: Readonly<Record<string, string>>;
  readonly outcome: "ok" | "error";
  readonly tags?: readonly string[];
}

/** Our choice where a scenario shows another tool's: the patch is refused and the tree stays. */
const REFUSED: Readonly<Record<string, string>> = {
  "policy:overwrite-existing": "creating or moving onto an existing file is refused",
  "policy:multi-file atomicity": "a call over several files is all or nothing",
  "lenient:unicode punctuation": "fuzzy matching is off by default",
};

async function run(scenario: Scenario, fuzzy?: { threshold: number }) {
  const input = Object.entries(scenario.input).map(
    ([path, content]): [string, string | Uint8Array] => [
      path,
      typeof content === "string" ? content : Uint8Array.fromBase64(content.b64),
    ],
  );
  const files = new MemoryFiles(Object.fromEntries(input));
  const before = files.texts;
  const parsed = parseApplyPatch(scenario.patch);
  if (!parsed.ok) return { ok: false, before, after: files.texts };
  const lookup = await readStates(listPatchPaths(parsed.patches), files);
  const planned = planPatch(parsed.patches, lookup, fuzzy === undefined ? {} : { fuzzy });
  if (planned.ok) expect(await executePlan(planned.plan, files)).toEqual({ ok: true });
  return { ok: planned.ok, before, after: files.texts };
}

describe.each(["codex_scenarios", "opencode"])("%s", (name) => {
  const scenarios = (readCorpus(`apply_patch/${name}.json`) ?? []) as Scenario[];
  test.skipIf(scenarios.length === 0)("is not empty", () => {
    expect(scenarios.length).toBeGreaterThan(20);
  });
  test.each(scenarios)("$id", async (scenario) => {
    const { ok, before, after } = await run(scenario);
    const isRefused = scenario.tags?.some((tag) =>
      Object.keys(REFUSED).some((key) => tag.startsWith(key)),
    );
    const expected = isRefused
      ? { ok: false, after: before }
      : { ok: scenario.outcome === "ok", after: scenario.expected };
    expect({ ok, after }).toEqual(expected);
  });
  test.each(scenarios.filter(({ tags }) => tags?.some((tag) => tag.startsWith("lenient:unicode"))))(
    "$id, with fuzzy matching switched on",
    async (scenario) => {
      expect((await run(scenario, { threshold: 0.95 })).after).toEqual(scenario.expected);
    },
  );
});
