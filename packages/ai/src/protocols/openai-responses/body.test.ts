// What is sent for each feature, as golden files; that sound requests pass the grammar, and that what
// came before keeps its bytes when the conversation goes on.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { comparePrefix } from "../../history/compare-prefix.ts";
import type { Message } from "../../model/message.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import {
  casesOf,
  testGoldenBodies,
  testGrammar,
  testSchemasOnce,
} from "../../testing/golden-bodies.ts";
import {
  aModel,
  aRequest,
  assistant,
  call,
  GREP_TOOL,
  image,
  OPEN_TOOL,
  READ_TOOL,
  result,
  text,
  thought,
  user,
} from "../../testing/requests.ts";
import { fieldsOf, listOf } from "../../wire/json-access.ts";
import protocol from "./openai-responses.ts";

await protocol.prepare?.();

const api = "openai-responses";
const openai = { api, provider: "openai", baseUrl: "https://api.openai.com/v1" };
const gpt5 = aModel({ ...openai, id: "gpt-5", reasoning: true });
const gpt54 = aModel({ ...openai, id: "gpt-5.4", reasoning: true });
const gpt4 = aModel({ ...openai, id: "gpt-4.1" });
const local = aModel({ api, id: "qwen3", baseUrl: "http://localhost:11434/v1", reasoning: true });
const STRICT_TOOL = {
  ...GREP_TOOL,
  name: "find",
  parameters: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  },
};
const tools = [READ_TOOL, GREP_TOOL, STRICT_TOOL];
const SIGNATURE = JSON.stringify({
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "I should look." }],
  encrypted_content: "gAAA",
});

const toolTurn: Message[] = [
  user("what is in a and b?"),
  assistant(gpt5, [
    thought("I should look.", SIGNATURE),
    { type: "text", text: "Looking.", textSignature: "msg_1|commentary" },
    call("call_1|fc_1", "read", { path: "a" }),
    call("call_2|fc_2", "read", { path: "b" }),
  ]),
  result("call_1|fc_1", "read", [text("A")]),
  result("call_2|fc_2", "read", [text("no such file")], true),
];

const cases: Record<string, ChatRequest> = {
  "strict-where-it-can-be": aRequest(
    gpt4,
    [user("hi")],
    {},
    { tools: [...tools, OPEN_TOOL, { ...READ_TOOL, name: "lax", strict: false }] },
  ),
  "strict-nowhere": aRequest(gpt4, [user("hi")], { strictTools: false }, { tools }),
  "strict-all-or-none": aRequest(
    { ...gpt4, compat: { toolStrictMode: "all_strict" } },
    [user("hi")],
    {},
    { tools: [...tools, OPEN_TOOL] },
  ),
  "strict-disabled": aRequest(
    { ...gpt4, compat: { disableStrictTools: true } },
    [user("hi")],
    {},
    { tools },
  ),
  text: aRequest(gpt4, [user("hi"), assistant(gpt4, [text("hello")]), user("bye")]),
  "system-segments": aRequest(gpt5, [user("hi")], {}, { system: ["one", " ", "two"] }),
  "no-system": aRequest(gpt5, [user("hi")], {}, { system: [] }),
  "no-developer-role": aRequest({ ...gpt5, compat: { supportsDeveloperRole: false } }, [
    user("hi"),
  ]),
  images: aRequest(gpt4, [user([text("what is this?"), image()])]),
  "images-for-the-blind": aRequest({ ...gpt4, input: ["text"] }, [user([text("look"), image()])]),
  tools: aRequest(gpt4, [user("hi")], {}, { tools }),
  "tools-elsewhere": aRequest(local, [user("hi")], {}, { tools }),
  "tools-all-strict": aRequest(
    { ...gpt4, compat: { toolStrictMode: "all_strict" } },
    [user("hi")],
    {},
    { tools },
  ),
  "parallel-tool-calls": aRequest(gpt5, toolTurn, {}, { tools }),
  "tool-result-with-image": aRequest(
    gpt5,
    [
      user("screenshot"),
      assistant(gpt5, [call("call_1|fc_1", "read", { path: "s.png" })]),
      result("call_1|fc_1", "read", [text("here"), image()]),
    ],
    {},
    { tools },
  ),
  "thinking-on": aRequest(gpt5, [user("hi")], { effort: "high" }),
  "thinking-minimal": aRequest(gpt54, [user("hi")], { effort: "minimal" }),
  "thinking-off": aRequest(gpt54, [user("hi")]),
  "thinking-off-where-it-cannot-be": aRequest(gpt5, [user("hi")]),
  "thinking-mapped": aRequest(
    { ...local, compat: { reasoningEffortMap: { high: "max" } } },
    [user("hi")],
    { effort: "high" },
  ),
  "thinking-of-another-model": aRequest(gpt54, [...toolTurn, user("go on")], {}, { tools }),
  "thinking-without-encryption": aRequest(gpt5, [
    user("hi"),
    assistant(gpt5, [thought("hm", '{"type":"reasoning","id":"rs_1"}'), text("hello")]),
    user("more"),
  ]),
  "ids-of-others": aRequest(gpt5, [
    user("hi"),
    assistant(gpt5, [
      call("toolu:01", "read", {}),
      call("call_0|x1", "read", {}),
      call("call_0|x2", "read", {}),
    ]),
    result("toolu:01", "read", [text("1")]),
    result("call_0|x2", "read", [text("3")]),
    result("call_0|x1", "read", [text("2")]),
  ]),
  "any-tool": aRequest(gpt5, [user("hi")], { toolChoice: "required" }, { tools }),
  "forced-tool": aRequest(
    gpt5,
    [user("hi")],
    { toolChoice: { tool: "read" }, effort: "low" },
    { tools },
  ),
  "cache-key": aRequest(gpt5, [user("hi")], { sessionId: "s-1" }),
  "cache-long": aRequest(gpt5, [user("hi")], { sessionId: "s-1", cacheRetention: "long" }),
  "cache-none": aRequest(gpt5, [user("hi")], { sessionId: "s-1", cacheRetention: "none" }),
  "tier-priority": aRequest(gpt5, [user("hi")], { serviceTier: "openai-only" }),
  "tier-flex": aRequest(gpt5, [user("hi")], { serviceTier: "flex" }),
  "tier-of-others": aRequest(gpt5, [user("hi")], { serviceTier: "claude-only" }),
  "tier-elsewhere": aRequest(local, [user("hi")], { serviceTier: "priority" }),
  sampling: aRequest(gpt4, [user("hi")], {
    sampling: { temperature: 0.2, topP: 0.9, topK: 40, presencePenalty: 0.5 },
  }),
  "sampling-refused": aRequest(gpt5, [user("hi")], { sampling: { temperature: 0.2 } }),
  "sampling-elsewhere": aRequest(local, [user("hi")], {
    sampling: { temperature: 0, topK: 40, minP: 0.1, presencePenalty: 1, repetitionPenalty: 1.1 },
  }),
  "limit-and-extra": aRequest(
    { ...local, compat: { supportsStore: false, extraBody: { keep_alive: "5m" } } },
    [user("hi")],
    { maxTokens: 3 },
  ),
};

testGoldenBodies(import.meta.dir, casesOf(protocol, cases));

testSchemasOnce(aRequest(gpt5, [user("hi")], {}, { tools }), (request) =>
  listOf(protocol.body(request)["tools"]).map((tool) => fieldsOf(tool)["parameters"]),
);

test("efforts that a generation does not know become the nearest it knows", () => {
  const words = (id: string) =>
    (["minimal", "xhigh"] as const).map((effort) => {
      const body = protocol.body(aRequest({ ...gpt5, id }, [user("hi")], { effort }));
      return (body["reasoning"] as JsonObject)["effort"];
    });
  expect(words("gpt-5-mini")).toEqual(["minimal", "high"]);
  expect(words("gpt-5-codex")).toEqual(["low", "high"]);
  expect(words("gpt-5.1-codex-max")).toEqual(["low", "xhigh"]);
  expect(words("openai/gpt-5.2")).toEqual(["low", "xhigh"]);
  expect(words("o4-mini")).toEqual(["low", "high"]);
  expect(words("grok-5")).toEqual(["minimal", "xhigh"]);
});

describe("the prefix", () => {
  test("every request repeats the one before, byte for byte up to its end", () => {
    const steps: Message[][] = [
      [user("one")],
      [assistant(gpt5, [text("two")]), user("three")],
      toolTurn,
      [assistant(gpt5, [text("four")]), user([text("five"), image()])],
    ];
    let history: Message[] = [];
    let before: JsonObject | undefined;
    for (const more of steps) {
      history = [...history, ...more];
      const body = protocol.body(aRequest(gpt5, history, { effort: "low" }, { tools }));
      if (before !== undefined) {
        expect(comparePrefix(before, body)).toBeUndefined();
        const was = JSON.stringify({ ...before, input: undefined });
        expect(JSON.stringify({ ...body, input: undefined })).toBe(was);
        const input = JSON.stringify(before["input"]).slice(0, -1);
        expect(JSON.stringify(body["input"])).toStartWith(input);
      }
      before = body;
    }
  });

  test("another model and back changes nothing", () => {
    const request = aRequest(gpt5, toolTurn, {}, { tools });
    const before = JSON.stringify(protocol.body(request));
    protocol.body({ ...request, model: gpt54 });
    expect(JSON.stringify(protocol.body(request))).toBe(before);
  });
});

testGrammar(fc, {
  protocol,
  models: [gpt5, gpt54, local],
  blocks: [
    { ...text("x"), textSignature: "msg_9|final_answer" },
    thought("h", SIGNATURE),
    thought("h", "opaque"),
  ],
  ids: ["a|fc_1", "a|fc_2", "x:y|z"],
});
