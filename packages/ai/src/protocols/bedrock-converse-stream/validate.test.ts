// Everything that Bedrock rejects is found before it is sent, and named by its place.
import { expect, test } from "bun:test";
import type { JsonObject } from "../../model/request.ts";
import protocol from "./bedrock-converse-stream.ts";

const ask: JsonObject = { role: "user", content: [{ text: "hi" }] };
const use: JsonObject = { toolUse: { toolUseId: "t1", name: "read", input: {} } };
const call: JsonObject = { role: "assistant", content: [{ text: "ok" }, use] };
const answer: JsonObject = { toolResult: { toolUseId: "t1", content: [{ text: "A" }] } };
const answered: JsonObject = { role: "user", content: [answer] };
const point: JsonObject = { cachePoint: { type: "default" } };
const tool: JsonObject = { toolSpec: { name: "read", inputSchema: { json: { type: "object" } } } };
const said = (...content: JsonObject[]): JsonObject => ({ role: "assistant", content });
const asked = (...content: JsonObject[]): JsonObject => ({ role: "user", content });

const sound: JsonObject = {
  toolConfig: { tools: [tool, point] },
  system: [{ text: "s" }, point],
  messages: [ask, call, answered],
};

test("a sound body passes", () => {
  expect(protocol.validate(sound)).toEqual([]);
});

const broken: [string, JsonObject, string, RegExp][] = [
  ["no message", { messages: [] }, "messages", /must not be empty/],
  ["assistant first", { messages: [said({ text: "x" })] }, "messages[0]", /two assistant/],
  ["two in a row", { messages: [ask, ask] }, "messages[1]", /two user messages/],
  ["no content", { messages: [asked()] }, "messages[0].content", /must not be empty/],
  ["blank text", { messages: [asked({ text: " " })] }, "messages[0].content[0]", /blank/],
  ["no block", { messages: [asked({ json: 1 })] }, "messages[0].content[0]", /no content block/],
  ["point first", { messages: [asked(point)] }, "messages[0].content[0]", /before it/],
  [
    "image format",
    { messages: [asked({ image: { format: "bmp", source: { bytes: "x" } } })] },
    "messages[0].content[0]",
    /bmp/,
  ],
  [
    "image without data",
    { messages: [asked({ image: { format: "png", source: { bytes: "" } } })] },
    "messages[0].content[0]",
    /data/,
  ],
  ["call unanswered", { messages: [ask, call] }, "messages", /without a result: t1/],
  ["call unanswered by the user", { messages: [ask, call, ask] }, "messages[2]", /t1/],
  ["result for none", { messages: [answered] }, "messages[0]", /no open call: "t1"/],
  [
    "empty result",
    { messages: [ask, call, asked({ toolResult: { toolUseId: "t1", content: [] } })] },
    "messages[2].content[0]",
    /must not be empty/,
  ],
  [
    "call id",
    { messages: [ask, said({ toolUse: { toolUseId: "a b", name: "read", input: {} } })] },
    "messages[1]",
    /no valid call id/,
  ],
  ["call id used", { messages: [ask, call, answered, call, answered] }, "messages[3]", /used/],
  [
    "input",
    { messages: [ask, said({ toolUse: { toolUseId: "t1", name: "read", input: "{}" } })] },
    "messages[1].content[0]",
    /object/,
  ],
  [
    "unsigned thinking",
    { messages: [ask, said({ reasoningContent: { reasoningText: { text: "h" } } })] },
    "messages[1].content[0]",
    /signed/,
  ],
  [
    "thinking last",
    { messages: [ask, said({ reasoningContent: { redactedContent: "x" } })] },
    "messages[1]",
    /end with thinking/,
  ],
  ["calls without tools", { toolConfig: {} }, "toolConfig", /must name tools/],
  ["tool twice", { toolConfig: { tools: [tool, tool] } }, "toolConfig.tools[1]", /twice/],
  [
    "tool name",
    { toolConfig: { tools: [{ toolSpec: { name: "a b" } }] } },
    "toolConfig.tools[0]",
    /no valid tool name/,
  ],
  [
    "tool schema",
    { toolConfig: { tools: [{ toolSpec: { name: "read", inputSchema: {} } }] } },
    "toolConfig.tools[0]",
    /object/,
  ],
  [
    "forced tool",
    { toolConfig: { tools: [tool], toolChoice: { tool: { name: "grep" } } } },
    "toolConfig.toolChoice",
    /no tool "grep"/,
  ],
  ["empty system", { system: [{ text: "" }] }, "system[0]", /empty/],
  [
    "budget",
    {
      inferenceConfig: { maxTokens: 1000 },
      additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 2000 } },
    },
    "thinking",
    /below maxTokens/,
  ],
  [
    "temperature with thinking",
    {
      inferenceConfig: { temperature: 1 },
      additionalModelRequestFields: { thinking: { type: "adaptive" } },
    },
    "inferenceConfig",
    /temperature/,
  ],
  [
    "too many points",
    { messages: [asked({ text: "x" }, point, { text: "y" }, point, { text: "z" }, point)] },
    "cachePoint",
    /5 points/,
  ],
];

test.each(broken)("%s", (_title, change, at, problem) => {
  const found = protocol.validate({ ...sound, ...change });
  const there = found.filter((violation) => violation.at === at);
  expect(there.map((violation) => violation.problem).join("; ")).toMatch(problem);
});
