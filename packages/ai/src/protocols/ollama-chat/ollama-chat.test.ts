// Ollama's own format: bodies as golden files, lines understood, over a real socket too.
import { describe, expect, test } from "bun:test";
import { raw, startFakeModels } from "@oh-my-pi/pi-testkit/llm";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { streamChat } from "../../stream.ts";
import { play } from "../../testing/play.ts";
import { casesOf, testGoldenBodies } from "../../testing/golden-bodies.ts";
import {
  aModel,
  aRequest,
  assistant,
  call,
  image,
  READ_TOOL,
  result,
  text,
  thought,
  user,
} from "../../testing/requests.ts";
import protocol from "./ollama-chat.ts";

const model = aModel({
  api: "ollama-chat",
  id: "qwen3:8b",
  contextWindow: 40_960,
  maxTokens: 8192,
});
const thinker = { ...model, reasoning: true };
const oss = { ...thinker, id: "gpt-oss:20b" };
const tools = [READ_TOOL];

const cases: Record<string, ChatRequest> = {
  text: aRequest(model, [user("hi"), assistant(model, [text("hello")]), user("bye")]),
  images: aRequest(model, [user([text("what is this?"), image()])]),
  "tool-turn": aRequest(
    thinker,
    [
      user("a?"),
      assistant(thinker, [thought("hm"), call("call_0", "read", { path: "a" })]),
      result("call_0", "read", [text("A"), image()]),
      assistant(thinker, [call("call_0", "read", { path: "b" })]),
      result("call_0", "read", [text("B")]),
    ],
    { effort: "high" },
    { tools },
  ),
  "no-tools-wanted": aRequest(model, [user("hi")], { toolChoice: "none" }, { tools }),
  "thinking-off": aRequest(thinker, [user("hi")]),
  "thinking-level": aRequest(oss, [user("hi")], { effort: "minimal" }),
  "limits-and-sampling": aRequest(model, [user("hi")], {
    maxTokens: 10,
    sampling: {
      temperature: 0.2,
      topP: 0.9,
      topK: 40,
      minP: 0.1,
      presencePenalty: 0.5,
      repetitionPenalty: 1.1,
    },
  }),
};

testGoldenBodies(import.meta.dir, casesOf(protocol, cases));

const line = (message: object, rest: object = {}) => ({
  model: "m",
  message,
  done: false,
  ...rest,
});
const last = { done: true, done_reason: "stop", prompt_eval_count: 7, eval_count: 3 };

describe("lines", () => {
  test("thinking, text and whole calls", () => {
    const { message } = play(protocol, [
      line({ role: "assistant", content: "", thinking: "h" }),
      line({ content: "", thinking: "m" }),
      line({ content: "Loo" }),
      line({ content: "king" }),
      line({ content: "", tool_calls: [{ function: { name: "read", arguments: { path: "a" } } }] }),
      line({ content: "", tool_calls: [{ id: "x", function: { name: "now", arguments: {} } }] }),
      line({ content: "" }, last),
    ]);
    expect(message).toMatchObject({
      stopReason: "toolUse",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "Looking" },
        { type: "toolCall", id: "call_2", name: "read", arguments: { path: "a" } },
        { type: "toolCall", id: "x", name: "now", arguments: {} },
      ],
      usage: { input: 7, output: 3 },
    });
  });

  test("length, error and cut", () => {
    const said = line({ content: "x" });
    const length = play(protocol, [said, line({}, { ...last, done_reason: "length" })]);
    expect(length.message.stopReason).toBe("length");
    const failed = play(protocol, [said, { error: "model runner has unexpectedly stopped" }]);
    expect(failed.failure?.message).toContain("unexpectedly stopped");
    const long = play(protocol, [
      { error: "prompt too long; exceeded max context length by 4 tokens" },
    ]);
    expect(long.failure?.kind).toBe("context-overflow");
    expect(play(protocol, [said]).isFinished).toBe(false);
  });
});

type Row = [title: string, messages: JsonObject[], problem: RegExp];
const user1: JsonObject = { role: "user", content: "hi" };
const call1: JsonObject = {
  role: "assistant",
  content: "",
  tool_calls: [{ id: "1", function: { name: "read", arguments: {} } }],
};
const rows: Row[] = [
  ["nothing", [], /empty/],
  ["unknown role", [{ role: "developer", content: "x" }], /unknown role/],
  ["empty message", [{ role: "user", content: "" }], /empty/],
  ["call without result", [user1, call1, user1], /without a result/],
  ["call without result at the end", [user1, call1], /without a result/],
  [
    "result without call",
    [user1, { role: "tool", tool_call_id: "1", content: "x" }],
    /no open call/,
  ],
];
test.each(rows)("the grammar finds: %s", (_title, messages, problem) => {
  expect(protocol.validate({ model: "m", messages })[0]?.problem).toMatch(problem);
});

test("over a socket, in pieces", async () => {
  using server = startFakeModels();
  const lines = [line({ content: "Hellö " }), line({ content: "👋" }), line({}, last)];
  const bytes = lines.map((each) => `${JSON.stringify(each)}\n`).join("");
  const delivery = { contentType: "application/x-ndjson", chunkBytes: 3 };
  server.route("POST /api/chat", raw(bytes, delivery));
  const at = { ...model, baseUrl: server.url };
  const message = await streamChat(aRequest(at, [user("hi")])).result();
  expect(message).toMatchObject({ stopReason: "stop", content: [text("Hellö 👋")] });
  expect(server.otherRequests[0]?.json).toMatchObject({ model: "qwen3:8b", stream: true });
});
