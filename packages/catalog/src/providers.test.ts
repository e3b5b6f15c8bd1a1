// The shipped providers: all of the specification's, each sound, and adding one is adding one file.
import { describe, expect, test } from "bun:test";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildProviderIndex, readProviders } from "../scripts/provider-index.ts";
import { loadProvider } from "./load-provider.ts";
import { serveModel } from "./model-row.ts";
import type { Provider, ProviderSummary } from "./provider.ts";
import { checkProvider } from "./provider-check.ts";
import { listProviders } from "./providers.ts";

const folder = join(import.meta.dir, "../providers");

const SPECIFIED = `alibaba-coding-plan amazon-bedrock anthropic google google-gemini-cli
  google-antigravity google-vertex openai openai-codex kimi-code minimax minimax-code minimax-code-cn
  github-copilot fireworks firepass gitlab-duo cursor deepseek xai groq cerebras openrouter kilo
  vercel-ai-gateway zai zhipu-coding-plan mistral opencode-go opencode-zen synthetic
  cloudflare-ai-gateway huggingface litellm moonshot nvidia nanogpt ollama ollama-cloud qianfan
  qwen-portal together venice vllm xiaomi zenmux lm-studio llama.cpp`.split(/\s+/);

const ENV_ORDER: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
  "github-copilot": ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
  huggingface: ["HUGGINGFACE_HUB_TOKEN", "HF_TOKEN"],
  "qwen-portal": ["QWEN_OAUTH_TOKEN", "QWEN_PORTAL_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  nanogpt: ["NANO_GPT_API_KEY"],
  "vercel-ai-gateway": ["AI_GATEWAY_API_KEY"],
  "opencode-go": ["OPENCODE_API_KEY"],
};

describe("shipped providers", () => {
  test("are those of the specification", () => {
    expect(
      listProviders()
        .map((provider) => provider.id)
        .sort(),
    ).toEqual([...SPECIFIED].sort());
  });

  test.each([...SPECIFIED])("%s is described soundly", async (id) => {
    const provider = await loadProvider(id);
    expect(checkProvider(provider)).toEqual([]);
    const summary = listProviders().find((each) => each.id === id);
    expect(provider).toMatchObject(summary ?? {});
    const holes = JSON.stringify([provider?.baseUrl, provider?.routes]).matchAll(/\{(\w+)\}/g);
    for (const [, name = ""] of holes) {
      expect([...Object.keys(provider?.urlVars ?? {}), "model"]).toContain(name);
    }
  });

  test.each(Object.entries(ENV_ORDER))("%s tries its variables in order", (id, env) => {
    expect(listProviders().find((provider) => provider.id === id)?.env).toEqual([...env]);
  });

  test("the generated files are up to date and open no provider to list them", async () => {
    for (const [name, text] of buildProviderIndex(await readProviders(folder))) {
      expect(await Bun.file(join(folder, name)).text()).toBe(text);
    }
    const summaries = await Bun.file(join(folder, "providers.gen.ts")).text();
    expect(summaries.match(/^import .*$/gm)).toEqual([
      'import type { ProviderSummary } from "../src/provider.ts";',
    ]);
  });

  test("local servers need no key (MOD-05)", async () => {
    const local = { ollama: 11_434, "llama.cpp": 8080, "lm-studio": 1234 };
    for (const [id, port] of Object.entries(local)) {
      const provider = await loadProvider(id);
      expect(provider?.auth[0]).toBe("none");
      expect(new URL(provider?.baseUrl ?? "").port).toBe(String(port));
      expect(provider?.discovery as string).toBe(id);
    }
  });

  test("an id that is none finds nothing", async () => {
    expect(await loadProvider("toString")).toBeUndefined();
  });
});

describe("a new OpenAI-compatible vendor", () => {
  test("is one JSON file", async () => {
    const copy = await mkdtemp(join(tmpdir(), "providers-"));
    try {
      await cp(folder, copy, { recursive: true });
      const vendor: Provider = {
        id: "acme",
        name: "Acme",
        order: 999,
        api: "openai-completions",
        baseUrl: "https://api.acme.example/v1",
        env: ["ACME_API_KEY"],
        auth: ["apiKey"],
        docs: "https://acme.example/docs",
        compat: { maxTokensField: "max_tokens" },
      };
      await Bun.write(join(copy, "acme.json"), JSON.stringify(vendor));
      for (const [name, text] of buildProviderIndex(await readProviders(copy))) {
        await Bun.write(join(copy, name), text);
      }
      const index = (await import(join(copy, "index.gen.ts"))) as {
        providers: Record<string, () => Promise<{ default: Provider }>>;
      };
      const { providerSummaries } = (await import(join(copy, "providers.gen.ts"))) as {
        providerSummaries: ProviderSummary[];
      };
      expect(providerSummaries.at(-1)).toMatchObject({ id: "acme", env: ["ACME_API_KEY"] });
      const loaded = (await index.providers["acme"]?.())?.default;
      expect(loaded).toEqual(vendor);
      const facts = {
        id: "rocket-1",
        name: "Rocket 1",
        api: vendor.api,
        reasoning: false,
        input: ["text"] as const,
        cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 64_000,
        maxTokens: 8000,
      };
      expect(loaded && serveModel(facts, loaded)).toMatchObject({
        provider: "acme",
        baseUrl: "https://api.acme.example/v1",
        compat: { maxTokensField: "max_tokens" },
      });
    } finally {
      await rm(copy, { recursive: true });
    }
  });

  test("is refused with a reason when its description is wrong", () => {
    const found = checkProvider({
      id: "Acme Inc",
      name: "Acme",
      order: 1,
      api: "openai-completions",
      baseURL: "https://x.example",
      env: "ACME_KEY",
      auth: ["token"],
      docs: "https://x.example",
      compat: { maxTokensField: "max" },
    });
    expect(found).toHaveLength(6);
    expect(found.join("\n")).toContain('unknown key "baseURL", did you mean "baseUrl"?');
  });
});
