// The grammar finds each thing that deployments reject, and names its place.
import { expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "../../model/request.ts";
import { validateBody } from "./validate.ts";

const user: JsonObject = { role: "user", content: "hi" };
const calls = (...ids: string[]): JsonObject => ({
  role: "assistant",
  content: "",
  tool_calls: ids.map((id) => ({ id, function: { name: "read", arguments: "{}" } })),
});
const tool = (id: string): JsonObject => ({ role: "tool", tool_call_id: id, content: "x" });
const body = (messages: JsonValue[], extra: JsonObject = {}) => ({
  model: "m",
  messages,
  ...extra,
});
const fn = (name: string): JsonObject => ({ type: "function", function: { name } });
const badCall = (change: JsonObject): JsonObject => ({
  role: "assistant",
  content: "",
  tool_calls: [{ id: "1", function: { name: "read", arguments: "{}", ...change } }],
});

type Row = [title: string, body: JsonObject, at: string, problem: RegExp];
const rows: Row[] = [
  ["no messages", body([]), "messages", /user message/],
  ["unknown role", body([{ role: "model", content: "x" }, user]), "messages[0]", /unknown role/],
  ["empty user", body([{ role: "user", content: " " }]), "messages[0].content", /empty/],
  ["empty parts", body([{ role: "user", content: [] }]), "messages[0].content", /empty/],
  [
    "empty assistant",
    body([user, { role: "assistant", content: "" }]),
    "messages[1].content",
    /empty/,
  ],
  ["result missing", body([user, calls("1"), user]), "messages[2]", /without a result: 1/],
  [
    "one of two missing",
    body([user, calls("1", "2"), tool("1"), user]),
    "messages[3]",
    /result: 2/,
  ],
  ["missing at the end", body([user, calls("1")]), "messages[1]", /without a result: 1/],
  ["result of no call", body([user, tool("9")]), "messages[1]", /no open call/],
  ["result twice", body([user, calls("1"), tool("1"), tool("1")]), "messages[3]", /no open call/],
  ["call id twice", body([user, calls("1", "1"), tool("1")]), "messages[1].tool_calls[1]", /twice/],
  [
    "no call id",
    body([user, calls(""), tool("")]),
    "messages[1].tool_calls[0]",
    /no valid call id/,
  ],
  [
    "no call name",
    body([user, badCall({ name: "" }), tool("1")]),
    "messages[1].tool_calls[0]",
    /name/,
  ],
  [
    "arguments",
    body([user, badCall({ arguments: "[]" }), tool("1")]),
    "messages[1].tool_calls[0]",
    /object/,
  ],
  ["tool name", body([user], { tools: [fn("a b")] }), "tools[0]", /no valid tool name/],
  ["tool twice", body([user], { tools: [fn("a"), fn("a")] }), "tools[1]", /twice/],
  [
    "forced unknown tool",
    body([user], { tools: [fn("a")], tool_choice: fn("b") }),
    "tool_choice",
    /no tool "b"/,
  ],
];

test.each(rows)("%s", (_title, wrong, at, problem) => {
  const [first] = validateBody(wrong);
  expect(first?.at).toBe(at);
  expect(first?.problem).toMatch(problem);
});

test("a sound body has no violations", () => {
  const sound = body([
    { role: "system", content: "s" },
    user,
    calls("1", "2"),
    tool("2"),
    tool("1"),
    user,
  ]);
  expect(validateBody(sound)).toEqual([]);
});
