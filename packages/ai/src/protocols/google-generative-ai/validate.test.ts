// The grammar finds each thing that Google rejects, and names its place.
import { describe, expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "../../model/request.ts";
import cloudCodeAssist from "../google-gemini-cli/google-gemini-cli.ts";
import { validateBody } from "./validate.ts";

const say = (text: string): JsonObject => ({ text });
const turn = (role: string, ...parts: JsonValue[]): JsonObject => ({ role, parts });
const user = (...parts: JsonValue[]) => turn("user", ...parts);
const model = (...parts: JsonValue[]) => turn("model", ...parts);
const call = (name: string, id?: string): JsonObject => ({
  functionCall: { name, args: {}, ...(id !== undefined && { id }) },
});
const answer = (name: string, id?: string): JsonObject => ({
  functionResponse: { name, response: { output: "x" }, ...(id !== undefined && { id }) },
});
const media = (mimeType: string, data = "AA=="): JsonObject => ({ inlineData: { mimeType, data } });
const body = (contents: JsonValue[], extra: JsonObject = {}): JsonObject => ({
  contents,
  ...extra,
});
const hi = user(say("hi"));
const declare = (...declarations: JsonObject[]): JsonObject => ({
  tools: [{ functionDeclarations: declarations }],
});
const read: JsonObject = { name: "read", parameters: { type: "object", properties: {} } };
const force = (...allowedFunctionNames: string[]): JsonObject => ({
  toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames } },
});

type Row = [title: string, body: JsonObject, at: string, problem: RegExp];
const rows: Row[] = [
  ["no turns", body([]), "contents", /empty/],
  ["model first", body([model(say("a")), hi]), "contents[0]", /in a row/],
  ["two users", body([hi, hi]), "contents[1]", /two user/],
  ["model last", body([hi, model(say("a"))]), "contents[1]", /last turn/],
  ["unknown role", body([turn("system", say("a"))]), "contents[0]", /role "system"/],
  ["no parts", body([user()]), "contents[0].parts", /empty/],
  ["empty text", body([user(say(""))]), "contents[0].parts[0]", /empty/],
  ["part of nothing", body([user({})]), "contents[0].parts[0]", /holds nothing/],
  [
    "part of two",
    body([user({ ...say("a"), ...media("image/png") })]),
    "contents[0].parts[0]",
    /text and inlineData/,
  ],
  ["media without a type", body([user(media("png"))]), "contents[0].parts[0]", /media type/],
  ["media without data", body([user(media("image/png", ""))]), "contents[0].parts[0]", /empty/],
  [
    "thought of a user",
    body([user({ ...say("a"), thought: true })]),
    "contents[0].parts[0]",
    /thoughts/,
  ],
  [
    "signature of strange letters",
    body([hi, model({ ...say("a"), thoughtSignature: "§" }), hi]),
    "contents[1].parts[0]",
    /base64/,
  ],
  ["call of a user", body([user(call("read"))]), "contents[0].parts[0]", /call of a user/],
  [
    "response of a model",
    body([hi, model(answer("read")), hi]),
    "contents[1].parts[0]",
    /response of a model/,
  ],
  [
    "call without a name",
    body([hi, model(call("")), user(answer(""))]),
    "contents[1].parts[0]",
    /name/,
  ],
  [
    "call without an object",
    body([hi, model({ functionCall: { name: "read", args: [] } }), user(answer("read"))]),
    "contents[1].parts[0]",
    /args must be/,
  ],
  [
    "response without an object",
    body([hi, model(call("read")), user({ functionResponse: { name: "read", response: "x" } })]),
    "contents[2].parts[0]",
    /response must be/,
  ],
  [
    "response missing",
    body([hi, model(call("read")), hi]),
    "contents[2]",
    /0 function responses to 1/,
  ],
  [
    "one response missing",
    body([hi, model(call("read"), call("read")), user(answer("read"))]),
    "contents[2]",
    /1 function responses to 2/,
  ],
  ["response to nothing", body([user(answer("read"))]), "contents[0]", /1 function responses to 0/],
  [
    "responses in another order",
    body([hi, model(call("a"), call("b")), user(answer("b"), answer("a"))]),
    "contents[2].parts[0]",
    /its place/,
  ],
  [
    "response to another id",
    body([hi, model(call("a", "1")), user(answer("a", "2"))]),
    "contents[2].parts[0]",
    /another id/,
  ],
  [
    "response after text",
    body([hi, model(call("a")), user(say("x"), answer("a"))]),
    "contents[2]",
    /before other parts/,
  ],
  [
    "media in a response",
    body([
      hi,
      model(call("a")),
      user({ functionResponse: { name: "a", response: {}, parts: [media("image/png", "")] } }),
    ]),
    "contents[2].parts[0].parts[0]",
    /empty/,
  ],
  [
    "empty system",
    body([hi], { systemInstruction: { parts: [say(" ")] } }),
    "systemInstruction.parts[0]",
    /empty/,
  ],
  [
    "name of a function",
    body([hi], declare({ ...read, name: "a/b" })),
    "tools[0].functionDeclarations[0].name",
    /no valid/,
  ],
  [
    "name that starts with a digit",
    body([hi], declare({ ...read, name: "1a" })),
    "tools[0].functionDeclarations[0].name",
    /no valid/,
  ],
  [
    "function twice",
    body([hi], declare(read, read)),
    "tools[0].functionDeclarations[1].name",
    /twice/,
  ],
  [
    "parameters twice",
    body([hi], declare({ ...read, parametersJsonSchema: {} })),
    "tools[0].functionDeclarations[0]",
    /twice/,
  ],
  [
    "parameters of no object",
    body([hi], declare({ ...read, parameters: { type: "string" } })),
    "tools[0].functionDeclarations[0].parameters",
    /object/,
  ],
  [
    "forced call of nothing",
    body([hi], force()),
    "toolConfig.functionCallingConfig",
    /without functions/,
  ],
  [
    "forced call of another",
    body([hi], { ...declare(read), ...force("write") }),
    "toolConfig.functionCallingConfig",
    /no function "write"/,
  ],
  [
    "names without force",
    body([hi], {
      ...declare(read),
      toolConfig: { functionCallingConfig: { mode: "NONE", allowedFunctionNames: ["read"] } },
    }),
    "toolConfig.functionCallingConfig",
    /to no end/,
  ],
  [
    "no room",
    body([hi], { generationConfig: { maxOutputTokens: 0 } }),
    "generationConfig.maxOutputTokens",
    /at least 1/,
  ],
  [
    "budget and level",
    body([hi], {
      generationConfig: { thinkingConfig: { thinkingBudget: 1, thinkingLevel: "LOW" } },
    }),
    "generationConfig.thinkingConfig",
    /both/,
  ],
  [
    "negative budget",
    body([hi], { generationConfig: { thinkingConfig: { thinkingBudget: -2 } } }),
    "generationConfig.thinkingConfig.thinkingBudget",
    /negative/,
  ],
];

describe("violations", () => {
  test.each(rows)("%s", (_title, given, at, problem) => {
    const found = validateBody(given);
    expect(found.map((violation) => violation.at)).toContain(at);
    const problems = found.filter((violation) => violation.at === at).map((each) => each.problem);
    expect(problems.join("\n")).toMatch(problem);
  });
});

test("a sound conversation has none", () => {
  const sound = body(
    [
      user(say("a"), media("image/png")),
      model(
        { ...say("b"), thought: true, thoughtSignature: "c2ln" },
        call("read", "1"),
        call("read", "2"),
      ),
      user(answer("read", "1"), answer("read", "2"), say("and?")),
      model(say("c"), { text: "", thoughtSignature: "c2ln" }),
      hi,
    ],
    { ...declare(read), ...force("read"), generationConfig: { maxOutputTokens: 1 } },
  );
  expect(validateBody(sound)).toEqual([]);
});

test("Cloud Code Assist has the same grammar inside its envelope", () => {
  expect(cloudCodeAssist.validate({ request: body([]) })).toEqual([
    { at: "model", problem: "must be a model id" },
    { at: "request.contents", problem: "must not be empty" },
  ]);
  expect(cloudCodeAssist.validate({ model: "m", request: body([hi]) })).toEqual([]);
});
