// The models of a run while it lasts: what is loaded when, who hears of it, and what a program may add
// (MOD-14, MOD-16).
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { writeFileSync } from "node:fs";
import { loadUsableModels } from "../model-registry.ts";
import { LiveModels } from "./live-models.ts";
import type { ModelSources } from "./model-home.ts";

const PREFERENCES = {
  scope: [],
  scopeSource: "--models",
  disabledProviders: [],
  providerOrder: [],
  problems: [],
};
const OLLAMA: Model = {
  id: "qwen",
  name: "qwen",
  api: "openai-responses",
  provider: "ollama",
  baseUrl: "http://127.0.0.1:11434/v1",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 8192,
  maxTokens: 4096,
};
const ACME = {
  baseUrl: "http://127.0.0.1:1/v1",
  api: "openai-completions",
  apiKey: "k",
  models: [{ id: "rocket" }],
};

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.asyncDispose]());

async function live(env: Record<string, string> = {}, change: Partial<ModelSources> = {}) {
  const sources: ModelSources = {
    env,
    modelsFile: workspace.at("models.yml"),
    store: undefined,
    hasFlagKey: false,
    preferences: PREFERENCES,
    openCache: async () => undefined,
    ...change,
  };
  const first = await loadUsableModels(sources, []);
  let asked = 0;
  const models = new LiveModels(first, ({ asksServers, discovered, registered }) => {
    if (asksServers) asked++;
    return loadUsableModels({ ...sources, registered }, asksServers ? [OLLAMA] : discovered);
  });
  return { models, asked: () => asked };
}
const names = (models: readonly Model[]): string[] => [
  ...new Set(models.map(({ provider }) => provider)),
];

describe("what there is and what can be used", () => {
  test("all holds what has no key, available does not; keyless counts as available", async () => {
    const { apiKey: _, ...keyless } = ACME;
    writeFileSync(
      workspace.at("models.yml"),
      JSON.stringify({
        providers: { free: { ...keyless, auth: "none" }, groq: { headers: { "x-a": "b" } } },
      }),
    );
    const { models } = await live();
    expect(names(models.all()).sort()).toEqual(["free", "groq"]);
    expect(names(models.available())).toEqual(["free"]);
  });

  test("a key given for the run makes everything usable", async () => {
    const { models } = await live({ ANTHROPIC_API_KEY: "k" }, { hasFlagKey: true });
    expect(models.available()).toEqual([...models.all()]);
  });

  test("a disabled provider is gone, key or not", async () => {
    const preferences = { ...PREFERENCES, disabledProviders: ["anthropic"] };
    const { models } = await live({ ANTHROPIC_API_KEY: "k", GROQ_API_KEY: "k" }, { preferences });
    expect(names(models.all())).toEqual(["groq"]);
  });
});

describe("refreshing", () => {
  test("is announced once when something changed, and not when nothing did", async () => {
    const { models, asked } = await live();
    let heard = 0;
    const stop = models.onChange(() => heard++);
    await Promise.all([models.refresh(), models.refresh()]);
    expect([asked(), heard]).toEqual([1, 1]);
    await models.refresh();
    expect([asked(), heard]).toEqual([2, 1]);
    stop();
    await models.register("acme", ACME);
    expect(heard).toBe(1);
  });

  test("what servers said stays when the rest is loaded anew", async () => {
    const { models } = await live();
    await models.refresh();
    await models.register("acme", ACME);
    expect(names(models.available()).sort()).toEqual(["acme", "ollama"]);
  });
});

describe("registering at run time", () => {
  test("adds a provider, adds a model to a shipped one, and takes both back", async () => {
    const { models } = await live({ GROQ_API_KEY: "k" });
    const before = models.all().length;
    await models.register("acme", ACME);
    expect(models.find("acme", "rocket")?.baseUrl).toBe(ACME.baseUrl);
    await models.register("groq", { ...ACME, models: [{ id: "extra", contextWindow: 5000 }] });
    expect(models.find("groq", "extra")?.contextWindow).toBe(5000);
    expect(models.all()).toHaveLength(before + 2);
    await models.unregister("groq");
    await models.unregister("acme");
    expect(models.all()).toHaveLength(before);
  });

  test("a wire format of one's own is taken once it is known", async () => {
    const { models } = await live();
    const own = { ...ACME, api: "acme-wire" };
    expect(models.register("acme", own)).rejects.toThrow("acme-wire");
    await models.register("acme", own, ["acme-wire"]);
    expect(models.find("acme", "rocket")?.api).toBe("acme-wire");
  });

  test("what is not sound is refused with its reasons, and changes nothing", async () => {
    const { models } = await live();
    const { apiKey: _, ...noKey } = ACME;
    expect(models.register("acme", noKey)).rejects.toThrow("apiKey");
    expect(models.find("acme", "rocket")).toBeUndefined();
  });
});

describe("roles to cycle through", () => {
  test("come in their order, each model once, with the level of the role", async () => {
    const { models } = await live({ GROQ_API_KEY: "k" });
    const [first, second] = models.available();
    if (!first || !second) throw new Error("two models are needed");
    const roles = {
      smol: `groq/${second.id}:low`,
      default: `groq/${first.id}`,
      slow: "pi/default",
    };
    const found = models.roleModels(["smol", "default", "slow", "nobody"], roles, first);
    expect(found.map(({ role, model, thinkingLevel }) => [role, model.id, thinkingLevel])).toEqual([
      ["smol", second.id, "low"],
      ["default", first.id, undefined],
    ]);
  });
});
