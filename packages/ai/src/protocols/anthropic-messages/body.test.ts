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
import protocol from "./anthropic-messages.ts";

await protocol.prepare?.();

const api = "anthropic-messages";
const sonnet = aModel({ api, id: "claude-sonnet-4-5", reasoning: true });
const opus = aModel({ api, id: "claude-opus-4-8", reasoning: true });
const opus46 = aModel({ api, id: "claude-opus-4-6", reasoning: true });
const kimi = aModel({ api, id: "kimi-k2-thinking", reasoning: true });
const tools = [READ_TOOL, GREP_TOOL];

const toolTurn: Message[] = [
  user("what is in a and b?"),
  assistant(sonnet, [
    thought("I should look.", "sig-1"),
    text("Looking."),
    call("toolu_1", "read", { path: "a" }),
    call("toolu_2", "read", { path: "b" }),
  ]),
  result("toolu_1", "read", [text("A")]),
  result("toolu_2", "read", [text("no such file")], true),
];

const cases: Record<string, ChatRequest> = {
  "strict-where-it-can-be": aRequest(
    sonnet,
    [user("hi")],
    {},
    { tools: [...tools, OPEN_TOOL, { ...READ_TOOL, name: "lax", strict: false }] },
  ),
  "strict-nowhere": aRequest(sonnet, [user("hi")], { strictTools: false }, { tools }),
  "strict-before-its-time": aRequest(
    { ...sonnet, id: "claude-3-7-sonnet-20250219" },
    [user("hi")],
    {},
    { tools },
  ),
  "strict-disabled": aRequest(
    { ...sonnet, compat: { disableStrictTools: true } },
    [user("hi")],
    {},
    { tools },
  ),
  text: aRequest(sonnet, [user("hi"), assistant(sonnet, [text("hello")]), user("bye")]),
  images: aRequest(sonnet, [user([text("what is this?"), image()])]),
  "images-for-the-blind": aRequest({ ...sonnet, input: ["text"] }, [user([text("look"), image()])]),
  tools: aRequest(sonnet, [user("hi")], {}, { tools }),
  "tools-not-strict": aRequest(
    { ...sonnet, compat: { disableStrictTools: true, supportsEagerToolInputStreaming: false } },
    [user("hi")],
    {},
    { tools },
  ),
  "parallel-tool-calls": aRequest(sonnet, toolTurn, {}, { tools }),
  "tool-result-with-image": aRequest(
    sonnet,
    [
      user("screenshot"),
      assistant(sonnet, [call("toolu_1", "read", { path: "s.png" })]),
      result("toolu_1", "read", [text("here"), image()]),
    ],
    {},
    { tools },
  ),
  "thinking-budget": aRequest(sonnet, [user("hi")], { effort: "high" }, { tools }),
  "thinking-adaptive": aRequest(opus, [user("hi")], { effort: "xhigh" }),
  "thinking-adaptive-4-6": aRequest(opus46, [user("hi")], { effort: "xhigh" }),
  "thinking-adaptive-refused": aRequest(
    { ...opus46, compat: { disableAdaptiveThinking: true } },
    [user("hi")],
    { effort: "minimal" },
  ),
  "thinking-off-elsewhere": aRequest(kimi, [user("hi")]),
  "thinking-replayed": aRequest(sonnet, toolTurn, { effort: "low" }, { tools }),
  "thinking-redacted": aRequest(sonnet, [
    user("hi"),
    assistant(sonnet, [
      { type: "thinking", thinking: "", thinkingSignature: "opaque", redacted: true },
      text("hello"),
    ]),
    user("more"),
  ]),
  "thinking-of-another-model": aRequest(opus, [...toolTurn, user("go on")], {}, { tools }),
  "thinking-switched-on-late": aRequest(
    sonnet,
    [
      user("hi"),
      assistant(sonnet, [call("toolu_1", "read", { path: "a" })]),
      result("toolu_1", "read", [text("A")]),
    ],
    { effort: "high" },
    { tools },
  ),
  "cache-segments": aRequest(
    sonnet,
    toolTurn,
    {},
    { tools, system: ["shared", "project", "late"] },
  ),
  "cache-long": aRequest(sonnet, [user("hi")], { cacheRetention: "long" }),
  "cache-none": aRequest(sonnet, [user("hi")], { cacheRetention: "none" }),
  "cache-without-system": aRequest(sonnet, [user("hi")], {}, { system: [], tools }),
  "forced-tool": aRequest(
    sonnet,
    [user("hi")],
    { toolChoice: { tool: "read" }, effort: "high" },
    { tools },
  ),
  "any-tool": aRequest(sonnet, [user("hi")], { toolChoice: "required" }, { tools }),
  "no-tool": aRequest(sonnet, [user("hi")], { toolChoice: "none" }, { tools }),
  "tier-priority": aRequest(opus, [user("hi")], { serviceTier: "priority" }),
  "tier-priority-without-fast-mode": aRequest(sonnet, [user("hi")], { serviceTier: "priority" }),
  "tier-default": aRequest(sonnet, [user("hi")], { serviceTier: "default" }),
  sampling: aRequest(sonnet, [user("hi")], {
    sampling: { temperature: 0.2, topP: 0.9, topK: 40, minP: 0.1 },
  }),
  "sampling-refused": aRequest(opus, [user("hi")], { sampling: { temperature: 0.2 } }),
  "limits-and-user": aRequest(sonnet, [user("hi")], {
    maxTokens: 500,
    metadata: { user_id: "u-1", other: "x" },
    effort: "high",
  }),
};

testGoldenBodies(import.meta.dir, casesOf(protocol, cases), (_protocol, request, body) => ({
  headers: protocol.headers(request),
  body,
}));

testSchemasOnce(aRequest(sonnet, [user("hi")], {}, { tools }), (request) =>
  listOf(protocol.body(request)["tools"]).map((tool) => fieldsOf(tool)["input_schema"]),
);

test("budgets by effort: 1024, 2048, 8192, 16384, 32768", () => {
  const budgets = (["minimal", "low", "medium", "high", "xhigh"] as const).map((effort) => {
    const { thinking } = protocol.body(aRequest(sonnet, [user("hi")], { effort }));
    return (thinking as { budget_tokens: number }).budget_tokens;
  });
  expect(budgets).toEqual([1024, 2048, 8192, 16384, 32768]);
});

describe("the prefix", () => {
  const system = ["shared", "project"];
  const longer: Message[][] = [
    [user("one")],
    [user("one"), assistant(sonnet, [text("two")]), user("three")],
    [...toolTurn],
    [...toolTurn, assistant(sonnet, [text("four")]), user([text("five"), image()])],
  ];

  test("every request repeats the one before, up to its end", () => {
    let history: Message[] = [];
    let before: JsonObject | undefined;
    for (const more of longer) {
      history = [...history, ...more];
      const body = protocol.body(aRequest(sonnet, history, {}, { tools, system }));
      if (before !== undefined) {
        expect(comparePrefix(before, body)).toBeUndefined();
        // In bytes: all that was sent before the marker at the end is sent again.
        const [was, is] = [JSON.stringify(before), JSON.stringify(body)];
        const lastMarker = was.lastIndexOf(',"cache_control"');
        const withoutMarkers = (bytes: string) =>
          bytes.replaceAll(',"cache_control":{"type":"ephemeral"}', "");
        expect(withoutMarkers(is)).toStartWith(withoutMarkers(was.slice(0, lastMarker)));
      }
      before = body;
    }
  });

  test("the marker of the request before is kept where it was", () => {
    const first = protocol.body(aRequest(sonnet, [user("one")]));
    const next = protocol.body(
      aRequest(sonnet, [user("one"), assistant(sonnet, [text("two")]), user("three")]),
    );
    expect(JSON.stringify((next["messages"] as JsonObject[])[0])).toBe(
      JSON.stringify((first["messages"] as JsonObject[])[0]),
    );
  });

  test("another model and back changes nothing", () => {
    const request = aRequest(sonnet, toolTurn, {}, { tools, system });
    const before = JSON.stringify(protocol.body(request));
    protocol.body({ ...request, model: opus });
    expect(JSON.stringify(protocol.body(request))).toBe(before);
  });
});

testGrammar(fc, { protocol, models: [sonnet, opus, kimi] });
