// What is sent for each feature, as golden files; that sound requests pass the grammar, and that what
// came before keeps its bytes when the conversation goes on.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { comparePrefix } from "../../history/compare-prefix.ts";
import type { Message } from "../../model/message.ts";
import type { Protocol } from "../../model/protocol.ts";
import type { ChatRequest, JsonObject, ToolSpec } from "../../model/request.ts";
import { testGoldenBodies, testGrammar, testSchemasOnce } from "../../testing/golden-bodies.ts";
import {
  aModel,
  aRequest,
  assistant,
  call,
  GREP_TOOL,
  image,
  READ_TOOL,
  result,
  text,
  thought,
  user,
} from "../../testing/requests.ts";
import { schemaArbitraries } from "../../schema/testing/schema-arbitrary.ts";
import { fieldsOf, listOf } from "../../wire/json-access.ts";
import cloudCodeAssist from "../google-gemini-cli/google-gemini-cli.ts";
import vertex from "../google-vertex/google-vertex.ts";
import gemini from "./google-generative-ai.ts";

const baseUrl = "https://generativelanguage.googleapis.com/v1beta";
const api = gemini.api;
const pro3 = aModel({ api, id: "gemini-3.1-pro-preview", reasoning: true, baseUrl });
const flash25 = aModel({ api, id: "gemini-2.5-flash", reasoning: true, baseUrl });
const flash2 = aModel({ api, id: "gemini-2.0-flash", baseUrl });
const onVertex = aModel({
  api: vertex.api,
  id: "gemini-3.1-pro-preview",
  reasoning: true,
  baseUrl: "https://europe-west4-aiplatform.googleapis.com",
});
const onCca = aModel({
  ...pro3,
  api: cloudCodeAssist.api,
  baseUrl: "https://cloudcode-pa.example",
});
const claude = aModel({ ...onCca, id: "claude-sonnet-4-5" });
const tools = [READ_TOOL, GREP_TOOL];

const signed = (model: typeof pro3): Message[] => [
  user("what is in a and b?"),
  assistant(model, [
    thought("I should look."),
    text("Looking."),
    { ...call("c1", "read", { path: "a" }), thoughtSignature: "c2lnbmF0dXJl" },
    call("c2", "read", { path: "b" }),
  ]),
  // The second call was done first.
  result("c2", "read", [text("no such file")], true),
  result("c1", "read", [text("A")]),
];
const withImage = (model: typeof pro3): Message[] => [
  user("screenshot"),
  assistant(model, [call("c1", "read", { path: "s.png" })]),
  result("c1", "read", [text("here"), image()]),
];
const STRANGE_TOOL: ToolSpec = {
  name: "strange",
  description: "Takes what Google's own schema cannot say.",
  parameters: {
    type: "object",
    properties: {
      env: { type: "object", additionalProperties: { type: "string" } },
      mode: { anyOf: [{ const: "a" }, { const: "b" }, { type: "null" }] },
      other: { not: { type: "string" } },
    },
    required: ["env"],
  },
};
const OPEN_TOOL: ToolSpec = {
  name: "set",
  description: "Takes names that are not known before.",
  parameters: {
    type: "object",
    properties: { scope: { type: ["string", "null"] } },
    additionalProperties: { type: "integer" },
  },
};
const UNION_TOOL: ToolSpec = {
  name: "move",
  description: "Takes one of two sets of arguments.",
  parameters: {
    type: "object",
    anyOf: [
      { properties: { by: { const: "name" }, name: { type: "string" } }, required: ["by", "name"] },
      { properties: { by: { const: "id" }, id: { type: "integer" } }, required: ["by", "id"] },
    ],
  },
};
const NO_ARGUMENTS: ToolSpec = {
  name: "now",
  description: "Tells the time.",
  parameters: { type: "object", properties: {}, additionalProperties: false },
};

const cases: Record<string, [Protocol, ChatRequest]> = {
  text: [gemini, aRequest(pro3, [user("hi"), assistant(pro3, [text("hello")]), user("bye")])],
  system: [gemini, aRequest(flash2, [user("hi")], {}, { system: ["shared", " ", "project"] })],
  images: [gemini, aRequest(pro3, [user([text("what is this?"), image()])])],
  "images-of-another-type": [
    gemini,
    aRequest(pro3, [user([text("look"), { ...image(), mimeType: "image/gif" }])]),
  ],
  "images-for-the-blind": [
    gemini,
    aRequest({ ...pro3, input: ["text"] }, [user([text("look"), image()])]),
  ],
  tools: [gemini, aRequest(flash2, [user("hi")], {}, { tools: [...tools, NO_ARGUMENTS] })],
  "tools-as-json-schema": [
    gemini,
    aRequest(flash2, [user("hi")], {}, { tools: [STRANGE_TOOL, READ_TOOL] }),
  ],
  "tools-that-are-open": [gemini, aRequest(flash2, [user("hi")], {}, { tools: [OPEN_TOOL] })],
  "tools-of-a-union": [gemini, aRequest(flash2, [user("hi")], {}, { tools: [UNION_TOOL] })],
  "parallel-calls": [gemini, aRequest(pro3, signed(pro3), {}, { tools })],
  "parallel-calls-without-ids": [gemini, aRequest(flash25, signed(flash25), {}, { tools })],
  "result-with-image": [gemini, aRequest(pro3, withImage(pro3), {}, { tools })],
  "result-with-image-beside": [gemini, aRequest(flash25, withImage(flash25), {}, { tools })],
  "text-signed": [
    gemini,
    aRequest(pro3, [
      user("hi"),
      assistant(pro3, [{ ...text("hello"), textSignature: "c2ln" }]),
      user("more"),
    ]),
  ],
  "thinking-signed": [
    gemini,
    aRequest(pro3, [
      user("hi"),
      assistant(pro3, [thought("hm", "c2ln"), text("hello")]),
      user("go"),
    ]),
  ],
  "calls-of-another-model": [gemini, aRequest(pro3, signed(flash25), {}, { tools })],
  "thinking-level": [gemini, aRequest(pro3, [user("hi")], { effort: "medium" })],
  "thinking-least": [gemini, aRequest(pro3, [user("hi")])],
  "thinking-budget": [gemini, aRequest(flash25, [user("hi")], { effort: "high" })],
  "thinking-off": [gemini, aRequest(flash25, [user("hi")])],
  "forced-tool": [
    gemini,
    aRequest(flash2, [user("hi")], { toolChoice: { tool: "read" } }, { tools }),
  ],
  "any-tool": [gemini, aRequest(flash2, [user("hi")], { toolChoice: "required" }, { tools })],
  "no-tool": [gemini, aRequest(flash2, [user("hi")], { toolChoice: "none" }, { tools })],
  sampling: [
    gemini,
    aRequest(flash2, [user("hi")], {
      maxTokens: 500,
      sampling: { temperature: 0.2, topP: 0.9, topK: 40, presencePenalty: 0.5, minP: 0.1 },
    }),
  ],
  interrupted: [
    gemini,
    aRequest(pro3, [
      assistant(pro3, [call("c1", "read", {})]),
      user("stop that"),
      assistant(pro3, [text("half of an ans")], { stopReason: "aborted" }),
    ]),
  ],
  "vertex-project": [
    vertex,
    aRequest(onVertex, signed(onVertex), { metadata: { project: "my-project" } }, { tools }),
  ],
  "vertex-location": [
    vertex,
    aRequest(onVertex, [user("hi")], { metadata: { project: "p 1", location: "us" } }),
  ],
  "vertex-express": [vertex, aRequest(onVertex, [user("hi")])],
  "vertex-publisher": [
    vertex,
    aRequest({ ...onVertex, id: "meta/llama-4" }, [user("hi")], { metadata: { project: "p" } }),
  ],
  "cca-gemini": [
    cloudCodeAssist,
    aRequest(
      onCca,
      signed(onCca),
      { metadata: { project: "companion" }, sessionId: "s-1", effort: "low" },
      { tools },
    ),
  ],
  "cca-claude": [
    cloudCodeAssist,
    aRequest(
      claude,
      [
        user("look"),
        assistant(claude, [thought("I should.", "c2ln"), call("toolu:1", "read", { path: "a" })]),
        result("toolu:1", "read", [text("here"), image()]),
      ],
      { metadata: { project: "companion" }, effort: "high", sampling: { temperature: 1 } },
      { tools: [READ_TOOL, STRANGE_TOOL] },
    ),
  ],
  "cca-claude-off": [
    cloudCodeAssist,
    aRequest(claude, [user("hi")], { sampling: { temperature: 0.3, topP: 0.9 } }, { tools }),
  ],
};

testGoldenBodies(import.meta.dir, cases, (protocol, request, body) => ({
  path: protocol.path(request),
  headers: protocol.headers(request),
  body,
}));

testSchemasOnce(aRequest(pro3, [user("hi")], {}, { tools }), (request) =>
  listOf(gemini.body(request)["tools"])
    .flatMap((group) => listOf(fieldsOf(group)["functionDeclarations"]))
    .map((declared) => fieldsOf(declared)["parameters"]),
);

describe("the prefix", () => {
  const system = ["shared", "project"];
  const longer: Message[][] = [
    [user("one")],
    [assistant(pro3, [text("two")]), user("three")],
    [...signed(pro3)],
    [assistant(pro3, [text("four")]), user([text("five"), image()])],
  ];

  test.each([
    ["the Gemini API", gemini, pro3],
    ["Vertex AI", vertex, onVertex],
    ["Cloud Code Assist", cloudCodeAssist, onCca],
  ] as const)(
    "on %s every request repeats the one before, up to its end",
    (_name, protocol, model) => {
      const history: Message[] = [];
      let before: JsonObject | undefined;
      for (const more of longer) {
        history.push(...more);
        const effort = history.length > 3 ? "high" : "low";
        const body = protocol.body(aRequest(model, history, { effort }, { tools, system }));
        const request = (body["request"] ?? body) as JsonObject;
        if (before !== undefined) {
          expect(comparePrefix(before, request)).toBeUndefined();
          // In bytes: up to the end of the last turn, which may grow.
          const was = JSON.stringify(before);
          const end = was.lastIndexOf("]}],");
          expect(JSON.stringify(request)).toStartWith(was.slice(0, end));
        }
        before = request;
      }
    },
  );
});

test("whatever a tool's schema, what is sent passes the grammar", () => {
  const { anySchema } = schemaArbitraries(fc);
  fc.assert(
    fc.property(anySchema, fc.constantFrom(flash2, claude), (schema, model) => {
      const parameters = { type: "object", ...Object(schema) } as JsonObject;
      const protocol = model === claude ? cloudCodeAssist : gemini;
      const request = aRequest(model, [user("hi")], {}, { tools: [{ ...READ_TOOL, parameters }] });
      expect(protocol.validate(protocol.body(request))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

const blocks = [thought("h", "c2ln"), thought("h", "§")];
testGrammar(fc, { protocol: gemini, models: [pro3, flash25], blocks });
testGrammar(fc, { protocol: vertex, models: [onVertex], blocks });
testGrammar(fc, { protocol: cloudCodeAssist, models: [claude, onCca], blocks });
