// The bundled data: sound figures, chat models only, quick to reach (PROV-04).
import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findModel, listModels, loadModels, loadOfficialIds } from "./catalog.ts";
import { loadProvider } from "./load-provider.ts";
import { listProviders } from "./providers.ts";

const withData = new Set(
  (await readdir(join(import.meta.dir, "../data")))
    .filter((name) => name.endsWith(".txt") && name !== "official-ids.txt")
    .map((name) => name.slice(0, -4)),
);

describe("bundled models", () => {
  test("there are thousands, of every provider that does not list its own", async () => {
    const all = await loadModels(listProviders().map((provider) => provider.id));
    expect(all.length).toBeGreaterThan(3000);
    for (const { id, discovery } of listProviders()) {
      expect([id, withData.has(id)]).toEqual([id, discovery === undefined]);
    }
  });

  test.each(listProviders().map((provider) => provider.id))("%s is sound", async (id) => {
    const models = await listModels(id);
    const provider = await loadProvider(id);
    expect(new Set(models.map((model) => model.id)).size).toBe(models.length);
    for (const model of models) {
      expect(model.provider).toBe(id);
      expect(model.contextWindow).toBeGreaterThan(0);
      expect(model.maxTokens).toBeGreaterThan(0);
      expect(model.maxTokens).toBeLessThanOrEqual(model.contextWindow);
      const { longContext, timeBased, ...prices } = model.cost;
      expect(Object.values(prices).every((price) => price >= 0 && price < 1000)).toBe(true);
      if (timeBased !== undefined) {
        expect(timeBased.offPeakMultiplier).toBeWithin(0, 1);
        expect(timeBased.peakWindows.length).toBeGreaterThan(0);
      }
      if (longContext !== undefined) {
        expect(longContext.inputThreshold).toBeWithin(1, model.contextWindow);
        expect(longContext.input).toBeGreaterThanOrEqual(prices.input);
        expect(longContext.output).toBeGreaterThanOrEqual(prices.output);
      }
      expect(model.baseUrl).toStartWith("http");
      expect(model.api === provider?.api || model.api in (provider?.routes ?? {})).toBe(true);
      expect(model.id).not.toMatch(/embed|rerank|whisper|-tts|gpt-image|:batch$/);
    }
    const { defaultModel } = provider ?? {};
    if (defaultModel) expect(models.map((model) => model.id)).toContain(defaultModel);
  });

  test("long requests have prices of their own where the vendor says so", async () => {
    const model = await findModel("openai", "gpt-5.6");
    expect(model?.cost.longContext).toMatchObject({ inputThreshold: 272_000, input: 10 });
    expect((await findModel("anthropic", "claude-sonnet-5"))?.cost.longContext).toBeUndefined();
  });

  test("a spark model promotes to its larger base", async () => {
    const spark = await findModel("openai", "gpt-5.3-codex-spark");
    expect(spark?.contextPromotionTarget).toBe("gpt-5.3-codex");
    const base = await findModel("openai", "gpt-5.3-codex");
    expect(base?.contextWindow).toBeGreaterThan(spark?.contextWindow ?? 0);
  });

  test("lookup and listing agree, and carry the provider's facts", async () => {
    const listed = await listModels("openrouter");
    for (const model of [listed[0], listed[100], listed.at(-1)]) {
      expect(await findModel("openrouter", model?.id ?? "")).toEqual(model);
    }
    expect(listed[0]?.compat?.thinkingFormat).toBe("openrouter");
    expect(listed[0]?.api).toBe("openai-completions");
  });

  test.each([
    ["anthropic", "no-such-model"],
    ["no-such-provider", "claude-sonnet-5"],
    ["constructor", "name"],
    ["ollama", "llama3"],
  ])("%s/%s is not there", async (provider, id) => {
    expect(await findModel(provider, id)).toBeUndefined();
    if (provider !== "anthropic") expect(await listModels(provider)).toEqual([]);
  });

  test("official ids are those of the makers", async () => {
    const official = await loadOfficialIds();
    expect(official.has("claude-sonnet-4-6")).toBe(true);
    expect(official.has("gpt-5.4")).toBe(true);
    expect(official.has("anthropic/claude-sonnet-4.6")).toBe(false);
  });

  test("models come in the order of the providers, each provider once", async () => {
    const asked = ["openrouter", "no-such", "anthropic", "openrouter"];
    const models = await loadModels(asked);
    expect([...new Set(models.map((model) => model.provider))]).toEqual([
      "openrouter",
      "anthropic",
    ]);
    expect(models).toHaveLength(
      (await listModels("openrouter")).length + (await listModels("anthropic")).length,
    );
  });
});
