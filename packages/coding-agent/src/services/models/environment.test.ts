// The documented variables of providers: every key variable makes its provider usable, in the documented order,
// and every address variable moves it.
import { describe, expect, test } from "bun:test";
import { loadProvider } from "@oh-my-pi/pi-catalog/load-provider";
import { baseUrlFor, keyVariables } from "@oh-my-pi/pi-catalog/provider-url";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { keyFinder } from "../find-key.ts";

/** Variables by provider, best first, as they are documented. */
const KEYS: Readonly<Record<string, string>> = {
  "alibaba-coding-plan": "ALIBABA_CODING_PLAN_API_KEY",
  anthropic: "ANTHROPIC_OAUTH_TOKEN ANTHROPIC_API_KEY",
  cerebras: "CEREBRAS_API_KEY",
  "cloudflare-ai-gateway": "CLOUDFLARE_AI_GATEWAY_API_KEY",
  cursor: "CURSOR_ACCESS_TOKEN",
  deepseek: "DEEPSEEK_API_KEY",
  fireworks: "FIREWORKS_API_KEY",
  "github-copilot": "COPILOT_GITHUB_TOKEN GH_TOKEN GITHUB_TOKEN",
  "gitlab-duo": "GITLAB_TOKEN",
  google: "GEMINI_API_KEY",
  groq: "GROQ_API_KEY",
  huggingface: "HUGGINGFACE_HUB_TOKEN HF_TOKEN",
  kilo: "KILO_API_KEY",
  litellm: "LITELLM_API_KEY",
  "llama.cpp": "LLAMA_CPP_API_KEY",
  "lm-studio": "LM_STUDIO_API_KEY",
  minimax: "MINIMAX_API_KEY",
  "minimax-code": "MINIMAX_CODE_API_KEY",
  "minimax-code-cn": "MINIMAX_CODE_CN_API_KEY",
  mistral: "MISTRAL_API_KEY",
  moonshot: "MOONSHOT_API_KEY",
  nanogpt: "NANO_GPT_API_KEY",
  nvidia: "NVIDIA_API_KEY",
  ollama: "OLLAMA_API_KEY",
  "ollama-cloud": "OLLAMA_CLOUD_API_KEY",
  openai: "OPENAI_API_KEY",
  "opencode-go": "OPENCODE_API_KEY",
  "opencode-zen": "OPENCODE_API_KEY",
  openrouter: "OPENROUTER_API_KEY",
  qianfan: "QIANFAN_API_KEY",
  "qwen-portal": "QWEN_OAUTH_TOKEN QWEN_PORTAL_API_KEY",
  synthetic: "SYNTHETIC_API_KEY",
  together: "TOGETHER_API_KEY",
  venice: "VENICE_API_KEY",
  "vercel-ai-gateway": "AI_GATEWAY_API_KEY",
  vllm: "VLLM_API_KEY",
  xai: "XAI_API_KEY",
  xiaomi: "XIAOMI_API_KEY",
  zai: "ZAI_API_KEY",
  zenmux: "ZENMUX_API_KEY",
};

async function keyWith(provider: string, env: Record<string, string>) {
  const question = { provider, flag: undefined, store: undefined, access: undefined };
  const find = await keyFinder(question, { env, now: Date.now });
  return find();
}

describe("key variables", () => {
  test.each(Object.entries(KEYS))("%s: %s", async (provider, text) => {
    const names = text.split(" ");
    const all = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
    for (const [place, name] of names.entries()) {
      // Everything from here on is set: the first one counts.
      const rest = Object.fromEntries(names.slice(place).map((each) => [each, all[each] ?? ""]));
      expect(await keyWith(provider, rest)).toMatchObject({
        key: `value of ${name}`,
        source: "environment",
      });
    }
    expect(
      await keyWith(provider, Object.fromEntries(names.map((name) => [name, ""]))),
    ).not.toMatchObject({ source: "environment" });
  });

  test("every documented provider ships", () => {
    const shipped = listProviders().map(({ id }) => id);
    expect(Object.keys(KEYS).filter((id) => !shipped.includes(id))).toEqual([]);
  });

  test("Foundry's key goes first while Foundry is on", async () => {
    const env = { ANTHROPIC_FOUNDRY_API_KEY: "foundry", ANTHROPIC_OAUTH_TOKEN: "token" };
    expect(await keyWith("anthropic", env)).toMatchObject({ key: "token" });
    for (const on of ["1", "true", "yes", "on"])
      expect(await keyWith("anthropic", { ...env, CLAUDE_CODE_USE_FOUNDRY: on })).toMatchObject({
        key: "foundry",
      });
    const provider = await loadProvider("anthropic");
    const names = provider && keyVariables(provider, { CLAUDE_CODE_USE_FOUNDRY: "0" });
    expect(names).not.toContain("ANTHROPIC_FOUNDRY_API_KEY");
  });
});

describe("address variables", () => {
  test.each([
    ["ollama", "OLLAMA_BASE_URL", "http://127.0.0.1:11434"],
    ["llama.cpp", "LLAMA_CPP_BASE_URL", "http://127.0.0.1:8080"],
    ["lm-studio", "LM_STUDIO_BASE_URL", "http://127.0.0.1:1234/v1"],
    ["vllm", "VLLM_BASE_URL", "http://127.0.0.1:8000/v1"],
    ["litellm", "LITELLM_BASE_URL", "http://127.0.0.1:4000/v1"],
  ])("%s: %s, else %s", async (id, name, usual) => {
    const provider = await loadProvider(id);
    if (provider === undefined) throw new Error(`${id} does not ship`);
    expect(baseUrlFor(provider, {})).toStartWith(usual);
    expect(baseUrlFor(provider, { [name]: "http://other:1/x" })).toBe("http://other:1/x");
  });

  test("FOUNDRY_BASE_URL moves Anthropic only in Foundry mode", async () => {
    const provider = await loadProvider("anthropic");
    if (provider === undefined) throw new Error("anthropic does not ship");
    const env = { FOUNDRY_BASE_URL: "https://foundry.example" };
    expect(baseUrlFor(provider, env)).toBe(provider.baseUrl);
    expect(baseUrlFor(provider, { ...env, CLAUDE_CODE_USE_FOUNDRY: "1" })).toBe(
      "https://foundry.example",
    );
  });
});
