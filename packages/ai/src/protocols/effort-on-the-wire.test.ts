// What each effort becomes in each wire format: a budget of tokens, which a request may set otherwise, or a word of
// the vendor's own, which no budget changes.
import { describe, expect, test } from "bun:test";
import { type Api, EFFORTS } from "@oh-my-pi/pi-catalog/model";
import { isLocal } from "../model/protocol-registry.ts";
import type { JsonValue, RequestOptions } from "../model/request.ts";
import { aModel, aRequest, user } from "../testing/requests.ts";
import { builtinProtocols } from "./index.gen.ts";

const OWN = { minimal: 3000, low: 4000.9, medium: 5000, high: 6000, xhigh: 7000 };
const USUAL_TOKENS = [1024, 2048, 8192, 16_384, 32_768];
const OWN_TOKENS = [3000, 4000, 5000, 6000, 7000];
/** Gemini 2.5 Flash thinks no more than this. */
const FLASH_TOKENS = [1024, 2048, 8192, 16_384, 24_576];

async function sent(api: Api, id: string, path: string, options: RequestOptions) {
  const protocol = await builtinProtocols[api]?.();
  if (protocol === undefined || isLocal(protocol)) throw new Error(`no wire format ${api}`);
  const model = aModel({ api, id, reasoning: true });
  const values = EFFORTS.map((effort) => {
    const body = protocol.body(aRequest(model, [user("hi")], { ...options, effort }));
    expect(protocol.validate(body)).toEqual([]);
    return path
      .split(".")
      .reduce<JsonValue | undefined>(
        (value, key) => Object.entries(value ?? {}).find(([name]) => name === key)?.[1],
        body,
      );
  });
  return values;
}

const CLAUDE = "thinking.budget_tokens";
const GEMINI = "generationConfig.thinkingConfig.thinkingBudget";
const EXTRA = "additionalModelRequestFields";

const BUDGETS: readonly [Api, string, string, readonly number[]][] = [
  ["anthropic-messages", "claude-sonnet-4-5", CLAUDE, USUAL_TOKENS],
  ["bedrock-converse-stream", "anthropic.claude-sonnet-4-5", `${EXTRA}.${CLAUDE}`, USUAL_TOKENS],
  ["google-generative-ai", "gemini-2.5-pro", GEMINI, USUAL_TOKENS],
  ["google-generative-ai", "gemini-2.5-flash", GEMINI, FLASH_TOKENS],
  ["google-vertex", "gemini-2.5-pro", GEMINI, USUAL_TOKENS],
  ["google-gemini-cli", "gemini-2.5-pro", `request.${GEMINI}`, USUAL_TOKENS],
  ["google-gemini-cli", "claude-sonnet-4-5", `request.${GEMINI}`, USUAL_TOKENS],
];

describe("a budget", () => {
  for (const [api, id, path, usual] of BUDGETS) {
    test(`of ${id} over ${api}`, async () => {
      expect(await sent(api, id, path, {})).toEqual([...usual]);
      expect(await sent(api, id, path, { thinkingBudgets: OWN })).toEqual(OWN_TOKENS);
      const one = await sent(api, id, path, { thinkingBudgets: { low: 2500 } });
      expect(one).toEqual(usual.with(1, 2500));
    });
  }

  test("leaves room for the answer", async () => {
    const options = { maxTokens: 6024, thinkingBudgets: OWN };
    const tokens = [3000, 4000, 5000, 5000, 5000];
    expect(await sent("anthropic-messages", "claude-sonnet-4-5", CLAUDE, options)).toEqual(tokens);
    const cloud = `request.${GEMINI}`;
    expect(await sent("google-gemini-cli", "claude-sonnet-4-5", cloud, options)).toEqual(tokens);
  });

  test("below what the vendor takes means no thinking, or as little as it takes", async () => {
    const thinkingBudgets = { minimal: 0, low: 1000, medium: 0, high: 0, xhigh: 0 };
    const off = await sent("anthropic-messages", "claude-sonnet-4-5", CLAUDE, { thinkingBudgets });
    expect(off).toEqual(EFFORTS.map(() => undefined));
    const least = await sent("google-generative-ai", "gemini-2.5-pro", GEMINI, { thinkingBudgets });
    expect(least).toEqual([128, 1000, 128, 128, 128]);
  });
});

const LEVEL = "generationConfig.thinkingConfig.thinkingLevel";
const THREE = ["low", "low", "medium", "high", "high"];

const WORDS: readonly [Api, string, string, readonly (string | boolean)[]][] = [
  ["anthropic-messages", "claude-opus-4-6", "output_config.effort", THREE.with(4, "max")],
  ["bedrock-converse-stream", "openai.gpt-oss-120b-1:0", `${EXTRA}.reasoning_effort`, THREE],
  [
    "bedrock-converse-stream",
    "amazon.nova-2-lite-v1:0",
    `${EXTRA}.reasoningConfig.maxReasoningEffort`,
    THREE,
  ],
  ["google-generative-ai", "gemini-3-pro-preview", LEVEL, ["LOW", "LOW", "HIGH", "HIGH", "HIGH"]],
  ["openai-responses", "gpt-5", "reasoning.effort", ["minimal", "low", "medium", "high", "high"]],
  ["openai-responses", "gpt-5.2", "reasoning.effort", ["low", "low", "medium", "high", "xhigh"]],
  ["openai-codex-responses", "gpt-5.1-codex", "reasoning.effort", THREE],
  ["azure-openai-responses", "o4-mini", "reasoning.effort", THREE],
  ["openai-completions", "o4-mini", "reasoning_effort", THREE],
  ["openai-completions", "any-model", "reasoning_effort", [...EFFORTS]],
  ["ollama-chat", "gpt-oss:20b", "think", THREE],
  ["ollama-chat", "qwen3", "think", [true, true, true, true, true]],
];

describe("a word", () => {
  for (const [api, id, path, words] of WORDS) {
    test(`for ${id} over ${api}`, async () => {
      expect(await sent(api, id, path, {})).toEqual([...words]);
      expect(await sent(api, id, path, { thinkingBudgets: OWN })).toEqual([...words]);
    });
  }
});

test("every wire format has a row", () => {
  const shown = new Set([...BUDGETS, ...WORDS].map(([api]) => api));
  const wires = Object.keys(builtinProtocols).filter((api) => api !== "demo");
  expect(wires.filter((api) => ![...shown].some((each) => each === api))).toEqual([]);
});
