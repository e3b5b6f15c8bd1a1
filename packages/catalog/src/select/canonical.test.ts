// Official ids: who is the same model, and which variant is used (MOD-07, MOD-08).
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { loadModels, loadOfficialIds } from "../catalog.ts";
import { testModel } from "../fixtures/test-model.ts";
import { canonicalId, indexOfficialIds } from "./canonical-id.ts";
import { buildCanonicalIndex, chooseVariant } from "./canonical-index.ts";
import vectors from "./fixtures/models.json" with { type: "json" };

const official = indexOfficialIds(await loadOfficialIds());
const idOf = (selector: string): string | undefined => canonicalId(testModel(selector), official);

describe("official id", () => {
  test.each(vectors.canonical)("%s is %s", (selector, id) => {
    expect(idOf(selector ?? "")).toBe(id);
  });

  test.each([
    ["vercel-ai-gateway/anthropic/claude-opus-4.6", "claude-opus-4-6"],
    ["openrouter/anthropic/claude-opus-4.6:thinking", "claude-opus-4-6"],
    ["amazon-bedrock/us.anthropic.claude-opus-4-6-v1", "claude-opus-4-6"],
    ["amazon-bedrock/us-gov.anthropic.claude-sonnet-4-6", "claude-sonnet-4-6"],
    ["google-vertex/claude-opus-4-6@default", "claude-opus-4-6"],
    ["google-vertex/claude-haiku-4-5@20251001", "claude-haiku-4-5-20251001"],
    ["together/zai-org/GLM-5.3", "glm-5.3"],
    ["synthetic/hf:moonshotai/Kimi-K3", "kimi-k3"],
    ["venice/kimi-k2-5", "kimi-k2.5"],
    ["ollama-cloud/minimax-m3", "MiniMax-M3"],
  ])("%s is %s behind its gateway's spelling", (selector, id) => {
    expect(idOf(selector)).toBe(id);
  });

  test.each([
    ["amazon-bedrock/deepseek.v3.2", "deepseek.v3.2", "what is left of the name says too little"],
    ["nanogpt/Gryphe/MythoMax-L2-13b", "Gryphe/MythoMax-L2-13b", "an unknown vendor"],
    ["ollama/gpt-oss:20b", "gpt-oss:20b", "a size, not a gateway's tag"],
    ["venice/claude-opus-45", "claude-opus-45", "no dot to go by"],
    ["x/claude-opus-4", "claude-opus-4", "a family, not a version"],
    ["x/toString", "toString", "no inherited name"],
  ])("%s stays %s: %s", (selector, id) => {
    expect(idOf(selector)).toBe(id);
  });

  test("the user's word goes over everything", () => {
    const equivalence = {
      overrides: { "zenmux/codex": "gpt-5.3-codex", "anthropic/claude-opus-4-6": "mine" },
      exclude: ["demo/codex-preview"],
    };
    const id = (selector: string): string | undefined =>
      canonicalId(testModel(selector), official, equivalence);
    expect(id("zenmux/codex")).toBe("gpt-5.3-codex");
    expect(id("anthropic/claude-opus-4-6")).toBe("mine");
    expect(id("demo/codex-preview")).toBeUndefined();
  });

  test("a spelling that two official ids share decides nothing", () => {
    const index = indexOfficialIds(["m-1.5", "m-1-5"]);
    expect(canonicalId(testModel("x/M-1.5"), index)).toBe("M-1.5");
  });

  test("an official id is its own", () => {
    for (const id of official.values()) if (id) expect(idOf(`x/${id}`)).toBe(id);
  });
});

describe("choice between variants", () => {
  const variants = ["b/m", "a/m", "c/m"].map((selector) => testModel(selector));
  const choose = (available: string[], providerOrder?: string[]): string | undefined =>
    chooseVariant(variants, {
      isAvailable: (model) => available.includes(model.provider),
      ...(providerOrder && { providerOrder }),
    })?.provider;

  test.each([
    [["a", "b", "c"], undefined, "b", "registry order"],
    [["a", "c"], undefined, "a", "registry order among the available"],
    [["a", "b", "c"], ["c", "a"], "c", "the wanted provider"],
    [["a", "b"], ["c", "a"], "a", "the next wanted one that is available"],
    [["b"], ["c"], "b", "an unlisted one when no listed one is available"],
    [[], ["c"], undefined, "nothing without credentials"],
  ])("%p with order %p gives %s: %s", (available, order, provider) => {
    expect(choose(available, order)).toBe(provider as string);
  });

  test("the plain variant of a provider goes before its tagged ones", () => {
    const tagged = ["g/m:free", "g/m", "h/m"].map((selector) => testModel(selector));
    expect(chooseVariant(tagged)?.id).toBe("m");
    expect(chooseVariant(tagged)?.provider).toBe("g");
  });

  test("never picks what is not available, and always the best ranked of what is", () => {
    const provider: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c", "d");
    const list = fc.uniqueArray(provider);
    fc.assert(
      fc.property(list, list, list, (known, available, order) => {
        const models = known.map((name) => testModel(`${name}/m`));
        const isAvailable = (model: { provider: string }): boolean =>
          available.includes(model.provider);
        const chosen = chooseVariant(models, { isAvailable, providerOrder: order })?.provider;
        const usable = known.filter((name) => available.includes(name));
        const wanted = order.find((name) => usable.includes(name));
        expect(chosen).toBe((wanted ?? usable[0]) as string);
      }),
    );
  });
});

test("the bundled models group across providers", async () => {
  const models = await loadModels(["anthropic", "openrouter", "github-copilot", "amazon-bedrock"]);
  const group = buildCanonicalIndex(models, official).get("claude-sonnet-4-6");
  expect(new Set(group?.variants.map((model) => model.provider))).toEqual(
    new Set(["anthropic", "github-copilot", "amazon-bedrock", "openrouter"]),
  );
});
