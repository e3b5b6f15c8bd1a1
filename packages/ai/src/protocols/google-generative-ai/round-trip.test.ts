// Over a real socket: what a model says arrives as it was meant, goes back as Google wants it, and whatever
// goes wrong on the way ends in one failure with its facts.
import { describe, expect, test } from "bun:test";
import {
  hold,
  httpError,
  midStreamError,
  type Part,
  raw,
  reply,
  reset,
  type Scripted,
  startFakeModels,
  stop,
  text,
  thinking,
  toolCall,
  truncate,
  usage,
} from "@oh-my-pi/pi-testkit/llm";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { AssistantMessage, Message } from "../../model/message.ts";
import type { ProviderErrorKind } from "../../model/provider-error.ts";
import type { RequestOptions } from "../../model/request.ts";
import { streamChat } from "../../stream.ts";
import { collect, failureOf, until } from "../../testing/consume.ts";
import { aModel, aRequest, READ_TOOL, result, user } from "../../testing/requests.ts";

const reasoning = true;
const targets: Record<string, (url: string) => Model> = {
  "the Gemini API": (url) =>
    aModel({
      api: "google-generative-ai",
      id: "gemini-3-flash",
      reasoning,
      baseUrl: `${url}/v1beta`,
    }),
  "Vertex AI": (url) =>
    aModel({ api: "google-vertex", id: "gemini-3-flash", reasoning, baseUrl: `${url}/v1` }),
  "Cloud Code Assist": (url) =>
    aModel({ api: "google-gemini-cli", id: "gemini-3-flash", reasoning, baseUrl: url }),
  "Claude on Cloud Code Assist": (url) =>
    aModel({ api: "google-gemini-cli", id: "claude-sonnet-4-5", reasoning, baseUrl: url }),
};
const options: RequestOptions = { effort: "low", metadata: { project: "p", location: "global" } };

function ask(model: Model, messages: readonly Message[]) {
  const request = aRequest(model, messages, options, { tools: [READ_TOOL] });
  return streamChat(request, { mergeWindowMs: 0 });
}

const meaning: readonly Part[] = [
  thinking(["Let me ", "see."]),
  text(["Read", "ing 👀 a."], { signature: "dGV4dA==" }),
  toolCall("read", { path: "a", limit: 3 }, { id: "id-1", signature: "Y2FsbA==" }),
  toolCall("read", { path: "b" }, { id: "id-2" }),
  usage({ input: 7, output: 5, cacheRead: 3, reasoning: 2 }),
];

describe.each(Object.entries(targets))("%s", (_name, modelAt) => {
  test.each([
    ["event by event", {}],
    ["byte by byte", { chunkBytes: 1 }],
    ["in uneven, zipped pieces", { chunkBytes: [3, 200, 11], gzip: true }],
  ])("says what it means, %s, and hears it again", async (_way, delivery) => {
    await using server = startFakeModels();
    server.script(reply(meaning, delivery), text("Done."));
    const model = modelAt(server.url);
    const first = ask(model, [user("hi")]);
    const deltas = (await collect(first)).flatMap((event) =>
      event.type === "toolcall_delta" ? [event.delta] : [],
    );
    const answer = await first.result();
    expect(answer).toMatchObject({
      stopReason: "toolUse",
      content: [
        { type: "thinking", thinking: "Let me see." },
        { type: "text", text: "Reading 👀 a." },
        { type: "toolCall", id: "id-1", name: "read", arguments: { path: "a", limit: 3 } },
        { type: "toolCall", id: "id-2", name: "read", arguments: { path: "b" } },
      ],
      usage: { input: 7, output: 5, cacheRead: 3, reasoningTokens: 2, totalTokens: 15 },
    });
    expect(deltas).toEqual(['{"path":"a","limit":3}', '{"path":"b"}']);
    await goOn(model, answer);
    const contents = contentsOf(server.requests[1]?.json);
    expect(contents.map(({ role }) => role)).toEqual(["user", "model", "user"]);
    expect(contents[1]?.parts).toMatchObject([
      { text: "Reading 👀 a." },
      { functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "Y2FsbA==" },
      { functionCall: { name: "read", args: { path: "b" } } },
    ]);
    expect(contents[2]?.parts).toMatchObject([
      { functionResponse: { name: "read", response: { output: "A" } } },
      { functionResponse: { name: "read", response: { error: "none" } } },
    ]);
  });

  async function goOn(model: Model, answer: AssistantMessage): Promise<void> {
    const last = await ask(model, [
      user("hi"),
      answer,
      result("id-2", "read", [{ type: "text", text: "none" }], true),
      result("id-1", "read", [{ type: "text", text: "A" }]),
    ]).result();
    expect(last.content).toEqual([{ type: "text", text: "Done." }]);
  }

  const faults: [string, Scripted, ProviderErrorKind, boolean, string][] = [
    [
      "an error in the stream",
      [text("half"), midStreamError("UNAVAILABLE", "busy")],
      "overloaded",
      true,
      "half",
    ],
    ["an early end", [text("half"), truncate()], "network", true, "half"],
    [
      "an end inside an event",
      [text("half"), text("more"), truncate({ afterBytes: 60 })],
      "network",
      true,
      "",
    ],
    ["a filter", [text("half"), stop("contentFilter")], "content-filter", false, "half"],
    ["prohibited content", [stop("refusal")], "content-filter", false, ""],
    ["an empty stream", raw("", { contentType: "text/event-stream" }), "network", true, ""],
    ["a limit of calls", httpError(429), "rate-limit", true, ""],
    ["a key that is refused", httpError(403), "auth", false, ""],
    ["a request that is refused", httpError(400), "invalid-request", false, ""],
    [
      "a conversation that is too long",
      httpError(400, {
        message: "The input token count (9) exceeds the maximum number of tokens allowed (8).",
      }),
      "context-overflow",
      false,
      "",
    ],
    ["a server that fails", httpError(500), "server", true, ""],
  ];
  test.each(faults)("%s", async (_title, scripted, kind, retryable, left) => {
    await using server = startFakeModels();
    server.script(scripted);
    const stream = ask(modelAt(server.url), [user("hi")]);
    const facts = await failureOf(stream);
    expect([facts.kind, facts.retryable]).toEqual([kind, retryable]);
    const { content, stopReason } = await stream.result();
    expect(stopReason).toBe("error");
    expect(content.map((block) => (block.type === "text" ? block.text : "?")).join("")).toBe(left);
  });

  test.each([
    ["a reset", reset()],
    ["a connection that closes", truncate(undefined, "close")],
  ])("%s in the middle leaves what came", async (_title, cut) => {
    await using server = startFakeModels();
    const gate = hold();
    server.script([text("half"), gate, cut]);
    const stream = ask(modelAt(server.url), [user("hi")]);
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_delta");
    gate.release();
    expect(await until(events, "error")).toMatchObject({
      facts: { kind: "network", retryable: true },
    });
    expect((await stream.result()).content).toEqual([{ type: "text", text: "half" }]);
  });

  test("an answer that reaches its limit", async () => {
    await using server = startFakeModels();
    server.script([text("half"), stop("length")]);
    expect((await ask(modelAt(server.url), [user("hi")]).result()).stopReason).toBe("length");
  });
});

interface Content {
  readonly role: string;
  readonly parts: readonly object[];
}

/** The turns of a request, bare or inside an envelope. */
function contentsOf(json: unknown): readonly Content[] {
  const body = json as { contents?: Content[]; request?: { contents: Content[] } };
  return body.contents ?? body.request?.contents ?? [];
}

test("each goes to its own path", async () => {
  const paths = await Promise.all(
    Object.values(targets).map(async (modelAt) => {
      await using server = startFakeModels();
      server.script(text("hi"));
      await ask(modelAt(server.url), [user("hi")]).result();
      const [request] = server.requests;
      return [request?.api, request?.path, request?.model, request?.query.get("alt")];
    }),
  );
  const model = "gemini-3-flash";
  expect(paths).toEqual([
    ["google-generative-ai", `/v1beta/models/${model}:streamGenerateContent`, model, "sse"],
    [
      "google-vertex",
      `/v1/projects/p/locations/global/publishers/google/models/${model}:streamGenerateContent`,
      model,
      "sse",
    ],
    ["google-gemini-cli", "/v1internal:streamGenerateContent", model, "sse"],
    ["google-gemini-cli", "/v1internal:streamGenerateContent", "claude-sonnet-4-5", "sse"],
  ]);
});
