// The grammar finds each thing that the API rejects, and names its place.
import { expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "../../model/request.ts";
import { validateBody } from "./validate.ts";

const say = (value: string): JsonObject => ({ type: "text", text: value });
const use = (id: string): JsonObject => ({ type: "tool_use", id, name: "read", input: {} });
const answer = (id: string): JsonObject => ({ type: "tool_result", tool_use_id: id, content: "x" });
const message = (role: string, ...content: JsonValue[]): JsonObject => ({ role, content });
const user = (...content: JsonValue[]) => message("user", ...content);
const assistant = (...content: JsonValue[]) => message("assistant", ...content);

function body(messages: JsonValue[], extra: JsonObject = {}): JsonObject {
  return { model: "m", max_tokens: 4000, messages, ...extra };
}
const tool = (name: string, type = "object"): JsonObject => ({ name, input_schema: { type } });
const marked = { ...say("x"), cache_control: { type: "ephemeral" } };
const forced = { tool_choice: { type: "tool", name: "read" }, tools: [tool("read")] };

type Row = [title: string, body: JsonObject, at: string, problem: RegExp];
const rows: Row[] = [
  ["no messages", body([]), "messages", /empty/],
  ["assistant first", body([assistant(say("a"))]), "messages[0]", /in a row/],
  ["two users", body([user(say("a")), user(say("b"))]), "messages[1]", /two user/],
  ["unknown role", body([message("system", say("a"))]), "messages[0]", /unknown role/],
  ["empty content", body([user()]), "messages[0].content", /empty/],
  ["blank text", body([user(say(" \n"))]), "messages[0].content[0]", /blank/],
  ["unknown block", body([user({ type: "video" })]), "messages[0].content[0]", /unknown type/],
  [
    "result missing",
    body([user(say("a")), assistant(use("1")), user(say("b"))]),
    "messages[2]",
    /without a result: 1/,
  ],
  [
    "result missing at the end",
    body([user(say("a")), assistant(use("1"))]),
    "messages[1]",
    /without a result: 1/,
  ],
  ["result of no call", body([user(answer("9"))]), "messages[0].content[0]", /no open call/],
  [
    "second result",
    body([user(say("a")), assistant(use("1")), user(answer("1"), answer("1"))]),
    "messages[2].content[1]",
    /no open call/,
  ],
  [
    "result after text",
    body([user(say("a")), assistant(use("1")), user(say("b"), answer("1"))]),
    "messages[2].content[1]",
    /before other content/,
  ],
  [
    "call id twice",
    body([user(say("a")), assistant(use("1"), use("1")), user(answer("1"))]),
    "messages[1].content[1]",
    /used before/,
  ],
  [
    "call id of strange letters",
    body([user(say("a")), assistant(use("x|y")), user(answer("x|y"))]),
    "messages[1].content[0]",
    /no valid call id/,
  ],
  [
    "call without name",
    body([user(say("a")), assistant({ ...use("1"), name: "" }), user(answer("1"))]),
    "messages[1].content[0]",
    /tool name/,
  ],
  [
    "call without object",
    body([user(say("a")), assistant({ ...use("1"), input: [] }), user(answer("1"))]),
    "messages[1].content[0]",
    /object/,
  ],
  [
    "unsigned thinking",
    body([
      user(say("a")),
      assistant({ type: "thinking", thinking: "h", signature: "" }, say("b")),
      user(say("c")),
    ]),
    "messages[1].content[0]",
    /signed/,
  ],
  [
    "thinking last",
    body([
      user(say("a")),
      assistant({ type: "thinking", thinking: "h", signature: "s" }),
      user(say("c")),
    ]),
    "messages[1]",
    /end with thinking/,
  ],
  ["white space last", body([user(say("a")), assistant(say("b "))]), "messages[1]", /white space/],
  [
    "image type",
    body([user({ type: "image", source: { media_type: "image/tiff", data: "A" } })]),
    "messages[0].content[0]",
    /image\/tiff/,
  ],
  [
    "image in a result",
    body([
      user(say("a")),
      assistant(use("1")),
      user({
        ...answer("1"),
        content: [{ type: "image", source: { media_type: "image/png", data: "" } }],
      }),
    ]),
    "messages[2].content[0].content[0]",
    /empty/,
  ],
  [
    "five markers",
    body([user(marked, marked, marked, marked, marked)]),
    "cache_control",
    /5 markers/,
  ],
  ["blank system", body([user(say("a"))], { system: [say("")] }), "system[0]", /empty/],
  [
    "tool name",
    body([user(say("a"))], { tools: [tool("a b")] }),
    "tools[0].name",
    /no valid tool name/,
  ],
  [
    "tool twice",
    body([user(say("a"))], { tools: [tool("a"), tool("a")] }),
    "tools[1].name",
    /twice/,
  ],
  [
    "tool schema",
    body([user(say("a"))], { tools: [tool("a", "string")] }),
    "tools[0].input_schema",
    /object/,
  ],
  [
    "forced unknown tool",
    body([user(say("a"))], { ...forced, tools: [] }),
    "tool_choice.name",
    /no tool "read"/,
  ],
  [
    "forced tool with thinking",
    body([user(say("a"))], { ...forced, thinking: { type: "adaptive" } }),
    "tool_choice",
    /force/,
  ],
  [
    "small budget",
    body([user(say("a"))], { thinking: { type: "enabled", budget_tokens: 10 } }),
    "thinking.budget_tokens",
    /at least/,
  ],
  [
    "large budget",
    body([user(say("a"))], { thinking: { type: "enabled", budget_tokens: 4000 } }),
    "thinking.budget_tokens",
    /below/,
  ],
  [
    "temperature with thinking",
    body([user(say("a"))], { temperature: 0, thinking: { type: "adaptive" } }),
    "temperature",
    /thinking/,
  ],
  ["no output", body([user(say("a"))], { max_tokens: 0 }), "max_tokens", /at least/],
];

test.each(rows)("%s", (_title, wrong, at, problem) => {
  const [first] = validateBody(wrong);
  expect(first?.at).toBe(at);
  expect(first?.problem).toMatch(problem);
});

test("a sound body has no violations", () => {
  const sound = body(
    [
      user(say("a")),
      assistant({ type: "thinking", thinking: "h", signature: "s" }, say("b"), use("1"), use("2")),
      user(answer("2"), answer("1"), say("c")),
      assistant(say("d")),
    ],
    { ...forced, system: [marked] },
  );
  expect(validateBody(sound)).toEqual([]);
});
