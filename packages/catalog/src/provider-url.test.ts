// URLs and key variables that depend on the environment, which is always an argument.
import { describe, expect, test } from "bun:test";
import { loadProvider } from "./load-provider.ts";
import { baseUrlFor, fillUrl, keyVariables } from "./provider-url.ts";

describe("provider URLs", () => {
  test.each([
    ["the default", {}, "https://bedrock-runtime.us-east-1.amazonaws.com"],
    [
      "the first variable that is set",
      { AWS_REGION: "eu-west-1", AWS_DEFAULT_REGION: "x" },
      "https://bedrock-runtime.eu-west-1.amazonaws.com",
    ],
    [
      "the next one, past an empty one",
      { AWS_REGION: " ", AWS_DEFAULT_REGION: "ap-south-1" },
      "https://bedrock-runtime.ap-south-1.amazonaws.com",
    ],
  ])("take %s", async (_name, env, url) => {
    const bedrock = await loadProvider("amazon-bedrock");
    expect(bedrock && fillUrl(bedrock.baseUrl, bedrock, env)).toEqual({ ok: true, url });
  });

  test("say which variables are missing", async () => {
    const cloudflare = await loadProvider("cloudflare-ai-gateway");
    const env = { CLOUDFLARE_ACCOUNT_ID: "me" };
    expect(cloudflare && fillUrl(cloudflare.baseUrl, cloudflare, env)).toEqual({
      ok: false,
      missing: [{ name: "gateway", env: ["CLOUDFLARE_GATEWAY_ID"] }],
    });
  });

  test("are replaced where the provider allows it", async () => {
    const ollama = await loadProvider("ollama");
    const url = "http://10.0.0.2:11434";
    expect(ollama && baseUrlFor(ollama, { OLLAMA_BASE_URL: url })).toBe(url);
    expect(ollama && baseUrlFor(ollama, {})).toBe("http://127.0.0.1:11434");
  });

  test("Foundry mode puts its own key and URL first, only while it is on", async () => {
    const anthropic = await loadProvider("anthropic");
    if (!anthropic) throw new Error("anthropic is missing");
    const url = { FOUNDRY_BASE_URL: "https://f.example" };
    const on = { CLAUDE_CODE_USE_FOUNDRY: "yes", ...url };
    expect(keyVariables(anthropic, on)[0]).toBe("ANTHROPIC_FOUNDRY_API_KEY");
    expect(baseUrlFor(anthropic, on)).toBe("https://f.example");
    expect(keyVariables(anthropic, url)).toEqual([...anthropic.env]);
    expect(baseUrlFor(anthropic, { ...url, CLAUDE_CODE_USE_FOUNDRY: "0" })).toBe(anthropic.baseUrl);
  });
});
