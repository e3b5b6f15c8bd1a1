// The merge of built-in, configured and discovered models, and its laws (MOD-04).
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ModelsConfig, ProviderConfig } from "../config/models-config.ts";
import { testModel } from "../fixtures/test-model.ts";
import type { Model } from "../model.ts";
import { applyModelOverrides, applyProviderOverrides, mergeModels } from "./merge-models.ts";

const configOf = (providers: Record<string, ProviderConfig>): ModelsConfig => ({
  providers,
  equivalence: {},
});

describe("provider overrides", () => {
  const builtIn = [
    testModel("p/a", { headers: { "X-A": "own", "X-B": "own" }, compat: { supportsStore: true } }),
    testModel("q/a"),
  ];
  test("reach every model of the provider and no other", () => {
    const [changed, other] = applyProviderOverrides(builtIn, {
      p: {
        baseUrl: "https://proxy.example",
        headers: { "X-B": "proxy" },
        compat: { supportsDeveloperRole: false },
        disableStrictTools: true,
      },
    });
    expect(changed).toMatchObject({
      baseUrl: "https://proxy.example",
      headers: { "X-A": "own", "X-B": "proxy" },
      compat: { supportsStore: true, supportsDeveloperRole: false, disableStrictTools: true },
    });
    expect(other).toBe(builtIn[1] as Model);
  });
});

describe("model overrides", () => {
  const compat = {
    openRouterRouting: { only: ["x"], order: ["y"] },
    extraBody: { a: 1 },
    toolStrictMode: "none",
  } as const;
  const model = testModel("p/a", {
    cost: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
    compat,
  });

  const timeBased = { offPeakMultiplier: 0.5, peakWindows: [] };
  const usual = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
  const long = { ...usual, inputThreshold: 9 };
  test.each([
    ["none at all", undefined, { ...usual, timeBased, longContext: long }],
    [
      "a price: it holds at any hour",
      { input: 7 },
      { ...usual, input: 7, longContext: { ...long, input: 1 } },
    ],
    [
      "a price of long requests: the rest of them costs as usual",
      { longContext: { inputThreshold: 5, input: 8 } },
      { ...usual, longContext: { ...usual, inputThreshold: 5, input: 8 } },
    ],
  ])("of prices: %s", (_what, cost, expected) => {
    const priced = testModel("p/a", { cost: { ...usual, timeBased, longContext: long } });
    const change = cost === undefined ? { name: "A" } : { cost };
    const [changed] = applyModelOverrides([priced], { p: { modelOverrides: { a: change } } });
    expect(changed?.cost).toEqual(expected);
  });

  test("change what they name, keep the rest, and merge nested quirks", () => {
    const [changed] = applyModelOverrides([model], {
      p: {
        modelOverrides: {
          a: {
            name: "Renamed",
            cost: { output: 9 },
            headers: { "X-M": "m" },
            compat: { openRouterRouting: { only: ["z"] }, extraBody: { b: 2 } },
            contextPromotionTarget: "big",
          },
        },
      },
    });
    expect(changed).toEqual({
      ...model,
      name: "Renamed",
      cost: { input: 1, output: 9, cacheRead: 3, cacheWrite: 4 },
      headers: { "X-M": "m" },
      compat: {
        openRouterRouting: { only: ["z"], order: ["y"] },
        extraBody: { a: 1, b: 2 },
        toolStrictMode: "none",
      },
      contextPromotionTarget: "big",
    });
  });
});

describe("merging", () => {
  test("a custom model replaces its namesake in place, others are appended", () => {
    const config = configOf({
      p: {
        baseUrl: "https://p.example",
        api: "openai-responses",
        apiKey: "K",
        headers: { "X-P": "p", "X-Q": "p" },
        disableStrictTools: true,
        models: [
          { id: "b", headers: { "X-Q": "m" }, compat: { supportsStore: true } },
          { id: "new", api: "anthropic-messages", contextWindow: 1000, name: "New" },
        ],
      },
    });
    const merged = mergeModels({
      builtIn: ["p/a", "p/b", "q/c"].map((name) => testModel(name)),
      config,
    });
    expect(merged.map((model) => model.id)).toEqual(["a", "b", "c", "new"]);
    expect(merged[1]).toEqual({
      id: "b",
      name: "b",
      api: "openai-responses",
      provider: "p",
      baseUrl: "https://p.example",
      reasoning: false,
      input: ["text"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 128_000,
      maxTokens: 16_384,
      headers: { "X-P": "p", "X-Q": "m" },
      compat: { disableStrictTools: true, supportsStore: true },
    });
    expect(merged[3]).toMatchObject({
      api: "anthropic-messages",
      contextWindow: 1000,
      maxTokens: 1000,
    });
  });

  test("discovered models replace built-in ones, never the user's, and take overrides too", () => {
    const config = configOf({
      p: {
        baseUrl: "http://server.example",
        headers: { "X-P": "p" },
        auth: "none",
        api: "openai-completions",
        models: [{ id: "mine", contextWindow: 5000 }],
        modelOverrides: { found: { contextWindow: 7000 }, mine: { name: "Mine" } },
      },
    });
    const seen = (name: string): Model =>
      testModel(name, { baseUrl: "http://server.example/v1", contextWindow: 4096 });
    const merged = mergeModels({
      builtIn: [testModel("p/old"), testModel("p/found")],
      config,
      discovered: [seen("p/found"), seen("p/mine"), seen("p/extra")],
    });
    const byId = new Map(merged.map((model) => [model.id, model]));
    expect(merged.map((model) => model.id)).toEqual(["old", "found", "mine", "extra"]);
    expect(byId.get("found")).toMatchObject({
      contextWindow: 7000,
      baseUrl: "http://server.example/v1",
      headers: { "X-P": "p" },
    });
    expect(byId.get("mine")).toMatchObject({ contextWindow: 5000, name: "Mine" });
    expect(byId.get("extra")?.contextWindow).toBe(4096);
  });
});

const id = fc.constantFrom("a", "b", "c");
const provider = fc.constantFrom("p", "q");
const model = fc
  .tuple(provider, id, fc.integer({ min: 1, max: 9 }))
  .map(([name, own, contextWindow]) => testModel(`${name}/${own}`, { contextWindow }));
const models = fc.uniqueArray(model, { selector: (each) => `${each.provider}/${each.id}` });
const override = fc.record(
  {
    name: fc.constantFrom("x", "y"),
    contextWindow: fc.integer({ min: 10, max: 19 }),
    compat: fc.constantFrom({ supportsStore: true }, { extraBody: { a: 1 } }),
    headers: fc.constantFrom({ A: "1" }, { B: "2" }),
  },
  { requiredKeys: [] },
);
const providerConfig: fc.Arbitrary<ProviderConfig> = fc.record(
  {
    baseUrl: fc.constantFrom("https://x.example", "https://y.example"),
    headers: fc.constantFrom({ A: "p" }, { C: "p" }),
    disableStrictTools: fc.boolean(),
    modelOverrides: fc.dictionary(id, override, { maxKeys: 2 }),
    models: fc.uniqueArray(
      id.map((own) => ({ id: own, contextWindow: 30 })),
      { selector: (each) => each.id },
    ),
  },
  { requiredKeys: [] },
);
const config = fc.dictionary(provider, providerConfig, { maxKeys: 2 }).map(configOf);
const keys = (list: readonly Model[]): string[] =>
  list.map((each) => `${each.provider}/${each.id}`);

describe("laws", () => {
  test("nothing configured changes nothing", () => {
    fc.assert(
      fc.property(models, (builtIn) => {
        expect(mergeModels({ builtIn, config: configOf({}) })).toEqual(builtIn);
      }),
    );
  });

  test("each model stands once; built-in ones keep their order and are never lost", () => {
    fc.assert(
      fc.property(models, config, models, (builtIn, some, discovered) => {
        const merged = keys(mergeModels({ builtIn, config: some, discovered }));
        expect(new Set(merged).size).toBe(merged.length);
        expect(merged.slice(0, builtIn.length)).toEqual(keys(builtIn));
        for (const key of keys(discovered)) expect(merged).toContain(key);
      }),
    );
  });

  test("merging the result once more with the same configuration changes nothing", () => {
    fc.assert(
      fc.property(models, config, (builtIn, some) => {
        const once = mergeModels({ builtIn, config: some });
        expect(mergeModels({ builtIn: once, config: some })).toEqual(once);
      }),
    );
  });

  test("a provider's configuration leaves the models of the others alone", () => {
    fc.assert(
      fc.property(models, providerConfig, (builtIn, some) => {
        const merged = mergeModels({ builtIn, config: configOf({ p: some }) });
        const others = (list: readonly Model[]): Model[] =>
          list.filter((each) => each.provider === "q");
        expect(others(merged)).toEqual(others(builtIn));
      }),
    );
  });

  test("an override has the last word, whoever brought the model", () => {
    fc.assert(
      fc.property(models, config, models, (builtIn, some, discovered) => {
        for (const each of mergeModels({ builtIn, config: some, discovered })) {
          const change = some.providers[each.provider]?.modelOverrides?.[each.id];
          if (change?.contextWindow) expect(each.contextWindow).toBe(change.contextWindow);
          if (change?.headers) expect(each.headers).toMatchObject(change.headers);
        }
      }),
    );
  });
});
