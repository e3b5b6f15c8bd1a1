// What the ids of the catalogue and its neighbours say about a model, and what is asked of it for each effort.
import { describe, expect, test } from "bun:test";
import { type Effort, EFFORTS } from "@oh-my-pi/pi-catalog/model";
import { aModel, aRequest, user } from "../../testing/requests.ts";
import { geminiTraits } from "./gemini-traits.ts";
import { maxOutputTokens, thinkingConfig } from "./thinking.ts";

type Asked = [
  off: unknown,
  minimal: unknown,
  low: unknown,
  medium: unknown,
  high: unknown,
  xhigh: unknown,
];

const rows: [id: string, asked: Asked][] = [
  ["gemini-2.5-pro", [128, 1024, 2048, 8192, 16_384, 32_768]],
  ["gemini-2.5-flash", [0, 1024, 2048, 8192, 16_384, 24_576]],
  ["gemini-2.5-flash-lite-preview-09-2025", [0, 1024, 2048, 8192, 16_384, 24_576]],
  ["gemini-flash-latest", [0, 1024, 2048, 8192, 16_384, 24_576]],
  ["gemini-3-pro-preview", ["LOW", "LOW", "LOW", "HIGH", "HIGH", "HIGH"]],
  ["gemini-3.1-pro-preview-customtools", ["LOW", "LOW", "LOW", "MEDIUM", "HIGH", "HIGH"]],
  ["google/gemini-3-flash", ["MINIMAL", "MINIMAL", "LOW", "MEDIUM", "HIGH", "HIGH"]],
  ["gemini-3.1-flash-lite", ["MINIMAL", "MINIMAL", "LOW", "MEDIUM", "HIGH", "HIGH"]],
  ["gemini-3.6-flash", ["MINIMAL", "MINIMAL", "LOW", "MEDIUM", "HIGH", "HIGH"]],
  ["gemini-3.8-flash", ["LOW", "LOW", "LOW", "MEDIUM", "HIGH", "HIGH"]],
  ["gemini-3.10-flash", ["LOW", "LOW", "LOW", "MEDIUM", "HIGH", "HIGH"]],
];

function asked(id: string, effort: Effort | undefined, extra: object = {}): unknown {
  const model = aModel({ api: "google-generative-ai", id, reasoning: true, ...extra });
  const config = thinkingConfig(aRequest(model, [user("hi")], effort ? { effort } : {}));
  if (config === undefined) return undefined;
  expect(config["includeThoughts"]).toBe(effort === undefined ? undefined : true);
  return config["thinkingLevel"] ?? config["thinkingBudget"];
}

describe("thinking by effort", () => {
  test.each(rows)("%s", (id, expected) => {
    const all = ([undefined, ...EFFORTS] as const).map((effort) => asked(id, effort));
    expect(all).toEqual(expected);
  });

  test("a model that does not reason is asked nothing", () => {
    expect(asked("gemini-2.0-flash", "high", { reasoning: false })).toBeUndefined();
  });

  test("Claude gets a budget that leaves room for the answer, or none", () => {
    expect(asked("claude-sonnet-4-5", undefined)).toBeUndefined();
    expect(asked("claude-sonnet-4-5", "high")).toBe(16_384);
    expect(asked("claude-sonnet-4-5", "xhigh", { maxTokens: 8000 })).toBe(8000 - 1024);
    expect(asked("claude-sonnet-4-5", "xhigh", { maxTokens: 2000 })).toBeUndefined();
  });

  test("others are left alone", () => {
    expect(asked("gpt-oss-120b", "high")).toBeUndefined();
  });
});

test("only the third generation checks signatures", () => {
  expect(geminiTraits("gemini-2.5-pro")?.wantsSignatures).toBe(false);
  expect(geminiTraits("gemini-3-pro")?.wantsSignatures).toBe(true);
  expect(geminiTraits("gemma-4")).toBeUndefined();
});

test("the smaller limit of output holds, and none leaves it to the provider", () => {
  const model = aModel({ api: "google-generative-ai", id: "gemini-2.5-pro" });
  const limit = (maxTokens: number, wanted?: number) =>
    maxOutputTokens(aRequest({ ...model, maxTokens }, [], wanted ? { maxTokens: wanted } : {}));
  expect([limit(100), limit(100, 50), limit(100, 200), limit(0), limit(0, 50)]).toEqual([
    100,
    50,
    100,
    undefined,
    50,
  ]);
});
