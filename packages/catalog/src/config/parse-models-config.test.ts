// models.yml: what is accepted, and that everything wrong is named with its line (MOD-01, MOD-02).
import { describe, expect, test } from "bun:test";
import { formatConfigErrors, parseModelsConfig } from "./parse-models-config.ts";

async function errorsOf(text: string, fileName = "models.yml"): Promise<string[]> {
  const parsed = await parseModelsConfig(text, fileName);
  return parsed.ok ? [] : formatConfigErrors(fileName, parsed.errors).split("\n");
}

const WHOLE = `
# everything that may stand in a models file
providers:
  my-provider:
    baseUrl: https://api.example.com/v1
    apiKey: MY_PROVIDER_API_KEY
    api: openai-completions
    headers:
      X-Team: platform
      X-Secret: "!pass show team"
    authHeader: true
    auth: apiKey
    disableStrictTools: false
    compat:
      supportsStore: false
    modelOverrides:
      some-model-id:
        name: Renamed
        cost: { input: 1 }
        contextPromotionTarget: my-provider/other
    models:
      - id: some-model-id
        name: Some Model
        api: openai-responses
        baseUrl: https://other.example.com/v1
        reasoning: false
        input: [text, image]
        cost:
          { input: 0, output: 0.5, cacheRead: 0, cacheWrite: 0, longContext: { inputThreshold: 64000, input: 1 } }
        contextWindow: 128000
        maxTokens: 16384
        headers: { X-Model: value }
        compat:
          supportsDeveloperRole: true
          reasoningEffortMap: { xhigh: max }
          thinkingFormat: qwen-chat-template
          openRouterRouting: { only: [anthropic] }
          vercelGatewayRouting: { order: [anthropic, openai] }
          extraBody: { gateway: m1-01, nothing: null }
  local-openai:
    baseUrl: http://127.0.0.1:8000/v1
    auth: none
    api: openai-completions
    models:
      - id: Qwen/Qwen2.5-Coder-32B-Instruct
  llama.cpp:
    baseUrl: http://127.0.0.1:8080
    api: openai-responses
    auth: none
    discovery:
      type: llama.cpp
  openrouter:
    headers:
equivalence:
  overrides:
    zenmux/codex: gpt-5.3-codex
  exclude:
    - demo/codex-preview
`.replace(
  "  openrouter:\n    headers:\n",
  "  openrouter:\n    disableStrictTools: true\n    headers:\n",
);

describe("a sound file", () => {
  test("is read whole", async () => {
    const parsed = await parseModelsConfig(WHOLE, "models.yml");
    if (!parsed.ok) throw new Error(formatConfigErrors("models.yml", parsed.errors));
    const { providers, equivalence } = parsed.config;
    expect(Object.keys(providers)).toEqual([
      "my-provider",
      "local-openai",
      "llama.cpp",
      "openrouter",
    ]);
    expect(providers["my-provider"]?.models?.[0]?.compat?.extraBody).toEqual({
      gateway: "m1-01",
      nothing: null,
    });
    expect(providers["openrouter"]).toEqual({ disableStrictTools: true });
    expect(equivalence.overrides).toEqual({ "zenmux/codex": "gpt-5.3-codex" });
  });

  test("reads the same as JSON and JSONC", async () => {
    const yaml = await parseModelsConfig(WHOLE, "models.yaml");
    const json = JSON.stringify(Bun.YAML.parse(WHOLE), null, 2);
    expect(await parseModelsConfig(json, "models.json")).toEqual(yaml);
    expect(await parseModelsConfig(`// old\n${json}`, "models.jsonc")).toEqual(yaml);
  });

  test.each(["", "\n# nothing\n", "providers:\n", "providers: {}\nequivalence:\n"])(
    "%p is empty, not wrong",
    async (text) => {
      expect(await parseModelsConfig(text, "models.yml")).toEqual({
        ok: true,
        config: { providers: {}, equivalence: {} },
      });
    },
  );

  test("anchors and merge keys work", async () => {
    const text = `providers:
  a: &base
    baseUrl: https://a.example
    headers: {X: one}
  b:
    <<: *base
    disableStrictTools: true
`;
    const parsed = await parseModelsConfig(text, "models.yml");
    expect(parsed.ok && parsed.config.providers["b"]).toEqual({
      baseUrl: "https://a.example",
      headers: { X: "one" },
      disableStrictTools: true,
    });
  });

  test("wire formats of extensions are allowed once they are registered", async () => {
    const text = "providers: {x: {api: my-wire, discovery: {type: ollama}}}";
    expect((await parseModelsConfig(text, "models.yml")).ok).toBe(false);
    expect((await parseModelsConfig(text, "models.yml", { extraApis: ["my-wire"] })).ok).toBe(true);
  });
});

const provider = (body: string): string => `providers:\n  p:\n${body.replace(/^/gm, "    ")}\n`;
const whole = (body: string): string =>
  provider(`baseUrl: https://x.example\napiKey: K\napi: openai-completions\n${body}`);

describe("rules", () => {
  test.each([
    [
      "no baseUrl",
      provider("apiKey: K\napi: openai-completions\nmodels:\n  - id: m"),
      2,
      '"baseUrl" is missing',
    ],
    [
      "no key",
      provider("baseUrl: https://x.example\napi: openai-completions\nmodels: [{id: m}]"),
      2,
      '"apiKey" is missing',
    ],
    [
      "oauth waives no key",
      provider(
        "auth: oauth\nbaseUrl: https://x.example\napi: openai-completions\nmodels: [{id: m}]",
      ),
      2,
      '"apiKey" is missing',
    ],
    [
      "no api",
      provider(
        "baseUrl: https://x.example\napiKey: K\nmodels:\n  - id: m\n    api: ollama-chat\n  - id: n",
      ),
      8,
      '"api" is missing',
    ],
    ["nothing to do", provider("apiKey: K"), 2, "the provider changes nothing"],
    [
      "empty models count as none",
      provider("apiKey: K\nmodels: []"),
      2,
      "the provider changes nothing",
    ],
    ["discovery without api", provider("discovery:\n  type: ollama"), 2, '"api" is missing'],
    ["model without id", whole("models:\n  - name: x"), 7, '"id" is missing'],
    [
      "same model twice",
      whole("models:\n  - id: m\n  - id: m"),
      8,
      'the model "m" is defined twice',
    ],
    ["window of 0", whole("models:\n  - id: m\n    contextWindow: 0"), 8, "got 0"],
    ["negative limit", whole("models:\n  - id: m\n    maxTokens: -5"), 8, "got -5"],
    ["window as text", provider("modelOverrides:\n  m:\n    contextWindow: 128k"), 5, 'got "128k"'],
    ["half a token", whole("models:\n  - id: m\n    maxTokens: 1.5"), 8, "got 1.5"],
    [
      "long requests without a threshold",
      provider("modelOverrides:\n  m:\n    cost:\n      longContext: { input: 1 }"),
      6,
      "inputThreshold",
    ],
    ["negative price", provider("modelOverrides:\n  m:\n    cost:\n      input: -1"), 6, "got -1"],
    [
      "unknown api",
      whole("models:\n  - id: m\n    api: openai-completion"),
      8,
      'did you mean "openai-completions"?',
    ],
    [
      "unknown key",
      provider("baseURL: https://x.example\nheaders: {A: b}"),
      3,
      'unknown key "baseURL", did you mean "baseUrl"?',
    ],
    [
      "unknown compat key",
      provider("compat:\n  supportStore: true"),
      4,
      'did you mean "supportsStore"?',
    ],
    [
      "Anthropic quirks are not the user's",
      provider("compat:\n  disableAdaptiveThinking: true"),
      4,
      "unknown key",
    ],
    ["bad quirk", provider("compat:\n  maxTokensField: max"), 4, 'got "max"'],
    ["bad effort", provider("compat:\n  reasoningEffortMap: {hihg: x}"), 4, 'did you mean "high"?'],
    ["bad URL", provider("baseUrl: api.example.com"), 3, 'got "api.example.com"'],
    [
      "key that YAML made a number",
      whole("models: [{id: m}]").replace("apiKey: K", "apiKey: 1234"),
      4,
      "got 1234",
    ],
    [
      "a bang without a command",
      whole("models: [{id: m}]").replace("apiKey: K", 'apiKey: "!"'),
      4,
      '"!" without a command',
    ],
    ["bad input kind", whole("models:\n  - id: m\n    input: [text, audio]"), 8, 'got "audio"'],
    ["flag as text", provider("disableStrictTools: 'yes'"), 3, 'got "yes"'],
    [
      "unknown discovery",
      provider("api: ollama-chat\ndiscovery: {type: olama}"),
      4,
      'did you mean "ollama"?',
    ],
    ["unknown auth", provider("auth: token\nheaders: {A: b}"), 3, 'got "token"'],
    ["slash in a provider id", "providers:\n  a/b:\n    baseUrl: https://x.example", 2, "no slash"],
    ["list for a mapping", "providers:\n  - a", 1, "got a list"],
    ["provider without a body", "providers:\n  a:", 2, "got nothing"],
    [
      "override of no model",
      "equivalence:\n  overrides:\n    codex: gpt-5",
      3,
      "not a concrete model",
    ],
    ["top level key", "provider:\n  a: 1", 1, 'did you mean "providers"?'],
    ["text for a file", "hello", 1, 'got "hello"'],
  ])("%s", async (_name, text, line, problem) => {
    const errors = await errorsOf(text);
    expect(errors.join("\n")).toContain(problem);
    expect(errors.find((error) => error.includes(problem))).toStartWith(`models.yml:${line}: `);
  });

  test("everything wrong is reported at once, by line, with the way out", async () => {
    const text = provider("bseUrl: x\nauth: bogus\nmodels:\n  - id: m\n    contextWindow: -1");
    expect(await errorsOf(text)).toEqual([
      'models.yml:2: providers.p: "baseUrl" is missing (a provider with models needs a baseUrl)',
      'models.yml:2: providers.p: "apiKey" is missing (a provider with models needs an apiKey, or auth: none)',
      expect.stringContaining(
        'models.yml:3: providers.p.bseUrl: unknown key "bseUrl", did you mean "baseUrl"? (keys here: baseUrl,',
      ),
      'models.yml:4: providers.p.auth: got "bogus" (one of apiKey, none, oauth)',
      expect.stringContaining('models.yml:6: providers.p.models[0]: "api" is missing'),
      "models.yml:7: providers.p.models[0].contextWindow: got -1 (a whole number above 0)",
    ]);
  });
});

describe("the text itself", () => {
  test.each([
    ["a: 1\nproviders:\n  x: [1\n", 4],
    ["providers:\n\tx: 1\n", 2],
    ["providers:\n  x: 'open\n", 3],
  ])("%p is not YAML", async (text, line) => {
    const errors = await errorsOf(text);
    expect(errors[0]).toStartWith(`models.yml:${line}: `);
    expect(errors[0]).toEndWith("(valid YAML)");
  });

  test.each([
    ["block", "providers:\n  a:\n    headers: {X: y}\n  a:\n    headers: {X: z}\n", 4, 2],
    ["deep", provider("headers:\n  A: one\n  B: two\n  A: three"), 6, 4],
    ["plain", "providers:\n  a:\n    baseUrl: https://x.example\nproviders:\n", 4, 1],
    ["quoted", provider('headers:\n  "A": one\n  A: two'), 5, 4],
    [
      "beside keys without values",
      provider("compat: {extraBody: {x, y, z}}\nheaders: {A: b, A: c}"),
      4,
      4,
    ],
    ["braces", provider("headers: {A: b, C: d, A: e}"), 3, 3],
  ])("a key that stands twice is found: %s", async (_name, text, line, first) => {
    const errors = await errorsOf(text);
    expect(errors[0]).toStartWith(`models.yml:${line}: `);
    expect(errors[0]).toContain(`stands twice (first on line ${first})`);
  });

  test("JSON errors carry their line too", async () => {
    const text = '{\n "providers": {\n  "p": {"baseUrl": 5}\n }\n}';
    expect(await errorsOf(text, "models.json")).toEqual([
      "models.json:3: providers.p.baseUrl: got 5 (a URL that starts with http:// or https://)",
    ]);
    expect((await errorsOf("{", "models.json"))[0]).toStartWith("models.json:1: ");
  });
});
