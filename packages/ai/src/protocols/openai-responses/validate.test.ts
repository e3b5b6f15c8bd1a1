// Everything that the API rejects is found before it is sent, and named by its place.
import { expect, test } from "bun:test";
import type { JsonObject } from "../../model/request.ts";
import protocol from "./openai-responses.ts";

const ask: JsonObject = { role: "user", content: [{ type: "input_text", text: "hi" }] };
const made: JsonObject = {
  type: "function_call",
  id: "fc_1",
  call_id: "c1",
  name: "read",
  arguments: "{}",
};
const output: JsonObject = { type: "function_call_output", call_id: "c1", output: "A" };
const reasoning: JsonObject = {
  type: "reasoning",
  id: "rs_1",
  summary: [],
  encrypted_content: "gAAA",
};
const said: JsonObject = {
  type: "message",
  role: "assistant",
  id: "msg_1",
  content: [{ type: "output_text", text: "hello" }],
};
const tool: JsonObject = { type: "function", name: "read", parameters: {}, strict: false };

const sound = { model: "gpt-5", tools: [tool], input: [ask, reasoning, said, made, output, ask] };

test("a sound body passes", () => {
  expect(protocol.validate(sound)).toEqual([]);
});

const picture = (image_url: string): JsonObject => ({
  role: "user",
  content: [{ type: "input_image", image_url }],
});

const broken: [string, JsonObject, string, RegExp][] = [
  ["no model", { model: undefined as never }, "model", /model id/],
  ["tool name", { tools: [{ ...tool, name: "a b" }] }, "tools[0]", /no valid tool name/],
  ["tool twice", { tools: [tool, tool] }, "tools[1]", /twice/],
  ["instructions", { instructions: " " }, "instructions", /empty/],
  ["nothing asked", { input: [said] }, "input", /user message/],
  ["unknown type", { input: [ask, { type: "thing" }] }, "input[1]", /unknown type "thing"/],
  ["unknown role", { input: [ask, { ...ask, role: "bot" }] }, "input[1]", /unknown role "bot"/],
  ["empty content", { input: [{ role: "user", content: [] }] }, "input[0].content", /empty/],
  ["empty text", { input: [ask, { ...ask, content: " " }] }, "input[1].content", /empty/],
  [
    "blank part",
    { input: [{ role: "user", content: [{ type: "input_text", text: "" }] }] },
    "input[0].content[0]",
    /blank/,
  ],
  ["image", { input: [picture("data:image/png;base64,")] }, "input[0].content[0]", /image/],
  ["call unanswered", { input: [ask, made] }, "input[1]", /without a result: c1/],
  ["call unanswered before the user", { input: [ask, made, ask] }, "input[2]", /without a result/],
  ["output for none", { input: [ask, output] }, "input[1]", /no open call: "c1"/],
  ["output twice", { input: [ask, made, output, output] }, "input[3]", /no open call/],
  ["call id used", { input: [ask, made, output, made, output] }, "input[3]", /used before/],
  ["call id", { input: [ask, { ...made, call_id: "a|b" }] }, "input[1]", /no valid call id/],
  ["no tool name", { input: [ask, { ...made, name: "" }, output] }, "input[1]", /tool name/],
  ["arguments", { input: [ask, { ...made, arguments: "[]" }, output] }, "input[1]", /JSON object/],
  ["empty output", { input: [ask, made, { ...output, output: "" }] }, "input[2].output", /empty/],
  ["item id", { input: [ask, { ...made, id: "call_1" }, output] }, "input[1]", /no id of a/],
  ["message id", { input: [ask, { ...said, id: "rs_1" }] }, "input[1]", /no id of a message/],
  ["thought last", { input: [ask, reasoning] }, "input[1]", /must not come last/],
  ["thought for nothing", { input: [ask, reasoning, ask] }, "input[1]", /followed by/],
  [
    "thought in the open",
    { input: [ask, { ...reasoning, encrypted_content: null }, said] },
    "input[1]",
    /encrypted/,
  ],
  [
    "forced tool",
    { tool_choice: { type: "function", name: "grep" } },
    "tool_choice",
    /no tool "grep"/,
  ],
  ["limit", { max_output_tokens: 3 }, "max_output_tokens", /at least 16/],
];

test.each(broken)("%s", (_title, change, at, problem) => {
  const found = protocol.validate({ ...sound, ...change });
  expect(found.map((violation) => violation.at)).toContain(at);
  expect(found.find((violation) => violation.at === at)?.problem).toMatch(problem);
});
