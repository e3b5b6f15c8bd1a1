// The registry: a wrong file keeps the built-ins (MOD-03), all against available (MOD-14), providers of
// extensions (MOD-16), cache names (MOD-06) and local servers (MOD-05).
import { describe, expect, test } from "bun:test";
import { parseModelsConfig } from "../config/parse-models-config.ts";
import { testModel } from "../fixtures/test-model.ts";
import { loadProvider } from "../load-provider.ts";
import { listProviders } from "../providers.ts";
import type { Provider } from "../provider.ts";
import { indexOfficialIds } from "../select/canonical-id.ts";
import { selectorOf } from "../select/resolve.ts";
import { fingerprintModels } from "./fingerprint.ts";
import { discoveryTargets } from "./implicit-discovery.ts";
import { availableModels, buildRegistry } from "./registry.ts";

const builtIn = ["a/one", "a/two", "b/one"].map((name) => testModel(name));
const official = indexOfficialIds(["one"]);

describe("registry", () => {
  test("a wrong file is left aside whole, and its error is there to be shown", async () => {
    const text = "providers:\n  a:\n    baseUrl: https://x.example\n  c:\n    api: nope\n";
    const config = await parseModelsConfig(text, "models.yml");
    const registry = buildRegistry({ builtIn, config, official });
    expect(registry.models).toEqual(builtIn);
    expect(registry.error).toContain('models.yml:5: providers.c.api: got "nope"');
    expect(registry.error).toContain("models.yml:4: providers.c: the provider changes nothing");
  });

  test("a sound file has no error", async () => {
    const text = "providers:\n  a:\n    baseUrl: https://x.example\n";
    const config = await parseModelsConfig(text, "models.yml");
    const registry = buildRegistry({ builtIn, config, official });
    expect(registry.error).toBeUndefined();
    expect(registry.find("a", "one")?.baseUrl).toBe("https://x.example");
    expect(registry.find("a", "three")).toBeUndefined();
  });

  test("official ids follow the file's equivalence", async () => {
    const text = "equivalence:\n  overrides: {a/two: one}\n  exclude: [b/one]\n";
    const config = await parseModelsConfig(text, "models.yml");
    const { canonical } = buildRegistry({ builtIn, config, official });
    expect(canonical.get("one")?.variants.map(selectorOf)).toEqual(["a/one", "a/two"]);
  });

  test("available are models with credentials and those that need none", async () => {
    const text = `providers:
  local:
    baseUrl: http://127.0.0.1:9/v1
    auth: none
    api: openai-completions
    models: [{id: free}]
`;
    const config = await parseModelsConfig(text, "models.yml");
    const registry = buildRegistry({ builtIn, config, official });
    expect(registry.models).toHaveLength(4);
    const available = availableModels(registry, (provider) => provider === "b");
    expect(available.map(selectorOf)).toEqual(["b/one", "local/free"]);
  });

  test("a disabled provider is gone", () => {
    const registry = buildRegistry({ builtIn, official, disabledProviders: ["a"] });
    expect(registry.models.map(selectorOf)).toEqual(["b/one"]);
    expect(registry.find("a", "one")).toBeUndefined();
  });

  test("how to reach a provider is read, not run", async () => {
    const text = `providers:
  p:
    baseUrl: https://p.example
    apiKey: "!pass show p"
    authHeader: true
    api: openai-completions
    discovery: {type: ollama}
`;
    const config = await parseModelsConfig(text, "models.yml");
    const registry = buildRegistry({ builtIn, config, official });
    expect(registry.access("p")).toEqual({
      auth: "apiKey",
      apiKey: { kind: "command", command: "pass show p" },
      authHeader: true,
      discovery: { type: "ollama", api: "openai-completions", baseUrl: "https://p.example" },
    });
    expect(registry.access("toString")).toBeUndefined();
  });

  test("a provider of an extension adds and replaces models, over the file", async () => {
    const text = `providers:
  x:
    baseUrl: https://file.example
    apiKey: K
    api: openai-completions
    models: [{id: m, name: file}, {id: kept}]
`;
    const config = await parseModelsConfig(text, "models.yml");
    const registered = {
      x: { baseUrl: "https://extension.example", models: [{ id: "m", name: "extension" }] },
    };
    const registry = buildRegistry({ builtIn, config, official, registered });
    expect(registry.find("x", "m")?.name).toBe("extension");
    expect(registry.find("x", "kept")?.baseUrl).toBe("https://extension.example");
  });
});

describe("fingerprint", () => {
  test("is the same for the same facts, and differs for any other", () => {
    const [model] = builtIn;
    if (!model) throw new Error("no model");
    const { id, ...rest } = model;
    expect(fingerprintModels([{ ...rest, id }])).toBe(fingerprintModels([model]));
    expect(fingerprintModels([{ ...model, maxTokens: 1 }])).not.toBe(fingerprintModels([model]));
    expect(fingerprintModels(builtIn)).not.toBe(fingerprintModels(builtIn.toReversed()));
    expect(fingerprintModels([])).toMatch(/^[0-9a-f]{16}$/);
  });
});

const shipped = (await Promise.all(
  listProviders().map((provider) => loadProvider(provider.id)),
)) as Provider[];

describe("servers to ask", () => {
  const ask = (text: string, env: Record<string, string> = {}): unknown =>
    discoveryTargets(shipped, Bun.YAML.parse(text) as never, env).map(
      ({ provider, type, api, baseUrl, isKeyless }) =>
        `${provider} ${type} ${api} ${baseUrl}${isKeyless ? "" : " key"}`,
    );

  test("are the three local ones unless something else is said", () => {
    expect(ask("{}")).toEqual([
      "ollama ollama openai-responses http://127.0.0.1:11434",
      "llama.cpp llama.cpp openai-responses http://127.0.0.1:8080",
      "lm-studio lm-studio openai-completions http://127.0.0.1:1234/v1",
    ]);
  });

  test("move with the environment; a key opts in to a server that wants one", () => {
    const env = { OLLAMA_BASE_URL: "http://box:1", VLLM_API_KEY: "x" };
    expect(ask("{}", env)).toEqual([
      "ollama ollama openai-responses http://box:1",
      "llama.cpp llama.cpp openai-responses http://127.0.0.1:8080",
      "lm-studio lm-studio openai-completions http://127.0.0.1:1234/v1",
      "vllm openai-models openai-completions http://127.0.0.1:8000/v1 key",
    ]);
  });

  test("an explicit entry takes the place of the implicit one", () => {
    const text = `
ollama: {headers: {X: y}}
llama.cpp: {baseUrl: "http://box:8080", api: openai-completions, auth: none, discovery: {type: llama.cpp}}
farm: {api: ollama-chat, discovery: {type: ollama}}
`;
    expect(ask(text)).toEqual([
      "llama.cpp llama.cpp openai-completions http://box:8080",
      "farm ollama ollama-chat http://127.0.0.1:11434 key",
      "lm-studio lm-studio openai-completions http://127.0.0.1:1234/v1",
    ]);
  });
});
