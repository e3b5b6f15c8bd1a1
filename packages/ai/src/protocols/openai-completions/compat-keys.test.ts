// Every documented `compat` key does something: between two values of it the body differs, whatever the host
// would have meant.
import { expect, test } from "bun:test";
import type { OpenAICompat } from "@oh-my-pi/pi-catalog/compat";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { RequestOptions } from "../../model/request.ts";
import {
  aModel,
  aRequest,
  assistant,
  call,
  READ_TOOL,
  result,
  text,
  thought,
  user,
} from "../../testing/requests.ts";
import protocol from "./openai-completions.ts";

await protocol.prepare?.();

interface Case<Key extends keyof OpenAICompat> extends Surroundings {
  readonly values: readonly [OpenAICompat[Key], OpenAICompat[Key]];
  /** What both must contain, each its own. */
  readonly said: readonly [has: string, has: string];
  /** Set together with the key, so that it can show. */
  readonly beside?: OpenAICompat;
}
type Cases = { readonly [Key in keyof Required<OpenAICompat>]: Case<Key> };

const forced: RequestOptions = { toolChoice: "required", effort: "high" };
const cases: Cases = {
  supportsStore: { values: [true, false], said: ['"store":false', '"stream":true,'] },
  supportsDeveloperRole: { values: [true, false], said: ['"role":"developer"', '"role":"system"'] },
  supportsUsageInStreaming: {
    values: [true, false],
    said: ['"stream_options":{"include_usage":true}', '"stream":true}'],
  },
  maxTokensField: {
    values: ["max_completion_tokens", "max_tokens"],
    said: ['"max_completion_tokens":', '"max_tokens":'],
  },
  supportsToolChoice: {
    values: [true, false],
    said: ['"tool_choice":"required"', '"reasoning_effort":"high","stream"'],
    options: forced,
  },
  disableReasoningOnForcedToolChoice: {
    values: [false, true],
    said: ['"reasoning_effort":"high","tool_choice"', '64000,"tool_choice":"required"'],
    options: forced,
  },
  extraBody: { values: [{ a: 1 }, { b: 2 }], said: ['"a":1}', '"b":2}'] },
  supportsReasoningEffort: {
    values: [true, false],
    said: ['"reasoning_effort":"low"', '"max_tokens":64000,"stream"'],
    options: { effort: "low" },
  },
  reasoningEffortMap: {
    values: [{ high: "max" }, { high: "most" }],
    said: ['"reasoning_effort":"max"', '"reasoning_effort":"most"'],
    options: { effort: "high" },
  },
  thinkingFormat: {
    values: ["openrouter", "zai"],
    said: ['"reasoning":{"effort":"high"}', '"thinking":{"type":"enabled"}'],
    options: { effort: "high" },
  },
  reasoningContentField: {
    values: ["reasoning_text", "reasoning"],
    said: ['"reasoning_text":"I should look."', '"reasoning":"I should look."'],
    beside: { requiresReasoningContentForToolCalls: true },
  },
  requiresReasoningContentForToolCalls: {
    values: [true, false],
    said: ['"reasoning_content":"I should look."', '"tool_calls":[{"id":"call_1"'],
  },
  requiresAssistantContentForToolCalls: {
    values: [true, false],
    said: ['"role":"assistant","content":"', '"role":"assistant","content":"",'],
  },
  requiresToolResultName: {
    values: [true, false],
    said: ['"name":"read","content":"A"', '"tool_call_id":"call_1","content":"A"'],
  },
  requiresAssistantAfterToolResult: {
    values: [true, false],
    said: ['"content":"A"},{"role":"assistant"', '"content":"A"},{"role":"user"'],
  },
  requiresThinkingAsText: {
    values: [true, false],
    said: ["<thinking>", '"role":"assistant","content":"",'],
  },
  requiresMistralToolIds: {
    values: [true, false],
    said: ['"role":"tool"', '"id":"call_1"'],
  },
  supportsStrictMode: { values: [true, false], said: ['"strict":true', '"integer"}'] },
  toolStrictMode: { values: ["all_strict", "none"], said: ['"strict":true', '"integer"}'] },
  openRouterRouting: {
    values: [{ only: ["a"] }, { order: ["b", "a"] }],
    said: ['"provider":{"only":["a"]}', '"provider":{"order":["b","a"]}'],
    baseUrl: "https://openrouter.ai/api/v1",
  },
  vercelGatewayRouting: {
    values: [{ only: ["a"] }, { order: ["b"] }],
    said: ['{"gateway":{"only":["a"]}}', '{"gateway":{"order":["b"]}}'],
    baseUrl: "https://ai-gateway.vercel.sh/v1",
  },
};

interface Surroundings {
  readonly baseUrl?: string;
  readonly options?: RequestOptions;
}

function bodyWith(compat: OpenAICompat, { baseUrl, options = {} }: Surroundings): string {
  const base = aModel({ api: protocol.api, reasoning: true });
  const model: Model = { ...base, ...(baseUrl && { baseUrl }), compat };
  const said = assistant(model, [thought("I should look."), call("call_1", "read", {})]);
  const history = [user("hi"), said, result("call_1", "read", [text("A")]), user("go on")];
  const body = protocol.body(aRequest(model, history, options, { tools: [READ_TOOL] }));
  expect(protocol.validate(body)).toEqual([]);
  return JSON.stringify(body);
}

test("there are 21 of them", () => {
  expect(Object.keys(cases)).toHaveLength(21);
});

test.each(Object.entries(cases))("%s", (key, tried) => {
  const bodies = tried.values.map((value) => bodyWith({ ...tried.beside, [key]: value }, tried));
  expect(bodies[0]).toContain(tried.said[0]);
  expect(bodies[1]).toContain(tried.said[1]);
  expect(bodies[0]).not.toBe(bodies[1]);
});
