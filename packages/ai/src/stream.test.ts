// A request over a real socket becomes events and one result; it can be ended at any time, and what may
// not be sent is not sent.
import { describe, expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import {
  hold,
  raw,
  redactedThinking,
  reply,
  startFakeModels,
  stop,
  text,
  thinking,
  toolCall,
  usage,
} from "@oh-my-pi/pi-testkit/llm";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import type { LocalProtocol } from "./model/protocol-registry.ts";
import { streamChat } from "./stream.ts";
import { collect, failureOf, until } from "./testing/consume.ts";
import { aModel, aRequest, READ_TOOL, user } from "./testing/requests.ts";

const APIS = ["anthropic-messages", "openai-completions"];
const hi = [user("hi")];

function modelAt(baseUrl: string, api = "anthropic-messages", extra: Partial<Model> = {}): Model {
  return aModel({ api, baseUrl: `${baseUrl}/v1`, ...extra });
}

describe.each(APIS)("%s", (api) => {
  test("what the model says becomes events and a message", async () => {
    using server = startFakeModels();
    server.script([
      thinking("I should look.", { deltas: 3, signature: "sig" }),
      text("Looking now.", { deltas: 4 }),
      toolCall("read", { path: "a b.ts" }, { splitArgs: 5, id: "call_1" }),
      toolCall("read", {}, { id: "call_2" }),
      usage({ input: 10, output: 20, cacheRead: 30, reasoning: 4 }),
    ]);
    const request = aRequest(modelAt(server.url, api), hi, {}, { tools: [READ_TOOL] });
    const stream = streamChat(request, { mergeWindowMs: 0 });
    const types = (await collect(stream)).map((event) => event.type);
    expect([...new Set(types)]).toEqual([
      "start",
      "thinking_start",
      "thinking_delta",
      "thinking_end",
      "text_start",
      "text_delta",
      "text_end",
      "toolcall_start",
      "toolcall_delta",
      "toolcall_end",
      "done",
    ]);
    expect(await stream.result()).toMatchObject({
      stopReason: "toolUse",
      content: [
        { type: "thinking", thinking: "I should look." },
        { type: "text", text: "Looking now." },
        { type: "toolCall", id: "call_1", name: "read", arguments: { path: "a b.ts" } },
        { type: "toolCall", id: "call_2", name: "read", arguments: {} },
      ],
      usage: { input: 10, output: 20, cacheRead: 30 },
    });
    expect(server.requests[0]?.api).toBe(api);
  });

  test("in pieces of any size, compressed or not", async () => {
    using server = startFakeModels();
    const said = [text("Hellö 👋 wörld", { deltas: 3 })];
    server.script(
      reply(said, { chunkBytes: 1 }),
      reply(said, { chunkBytes: [7, 3] }),
      reply(said, { gzip: true, chunkBytes: 5 }),
    );
    for (let count = 0; count < 3; count++) {
      const message = await streamChat(aRequest(modelAt(server.url, api), hi)).result();
      expect(message.content).toEqual([{ type: "text", text: "Hellö 👋 wörld" }]);
    }
  });

  test("length and filter say so", async () => {
    using server = startFakeModels();
    server.script([text("cut"), stop("length")], [stop("refusal", { message: "I will not." })]);
    const model = modelAt(server.url, api);
    expect((await streamChat(aRequest(model, hi)).result()).stopReason).toBe("length");
    const facts = await failureOf(streamChat(aRequest(model, hi)));
    expect(["refusal", "content-filter"]).toContain(facts.kind);
    expect(facts.retryable).toBe(false);
  });

  test("abort in the middle keeps what came and lets the connection go", async () => {
    using server = startFakeModels();
    const gate = hold();
    server.script([text("half"), gate, text(" more")]);
    const controller = new AbortController();
    const stream = streamChat(aRequest(modelAt(server.url, api), hi), {
      signal: controller.signal,
    });
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_delta");
    controller.abort();
    expect(await until(events, "error")).toMatchObject({ reason: "aborted" });
    expect(await stream.result()).toMatchObject({
      stopReason: "aborted",
      content: [{ type: "text", text: "half" }],
    });
    expect(await server.requests[0]?.outcome).toBe("clientGone");
  });
});

describe("the request", () => {
  test("goes where the deployment says, with everybody's headers", async () => {
    using server = startFakeModels();
    server.script(text("x"));
    const seen: unknown[] = [];
    const model = modelAt("http://localhost:1", "anthropic-messages", {
      headers: { "X-Model": "m", "Anthropic-Beta": "model-beta" },
    });
    const stream = streamChat(aRequest(model, hi), {
      deployment: {
        baseUrl: `${server.url}/v1/`,
        headers: { "x-api-key": "secret", "anthropic-beta": "mine,model-beta" },
        query: { tag: "a b" },
      },
      onRequest: (bodyText) => seen.push(bodyText),
      onResponse: (status, headers) => seen.push(status, headers.get("content-type")),
    });
    expect((await stream.result()).stopReason).toBe("stop");
    const [request] = server.requests;
    expect(request?.path).toBe("/v1/messages");
    expect(request?.query.get("tag")).toBe("a b");
    expect(request?.headers.get("x-api-key")).toBe("secret");
    expect(request?.headers.get("x-model")).toBe("m");
    expect(request?.headers.get("anthropic-beta")).toBe("model-beta,mine");
    expect(request?.headers.get("accept")).toBe("text/event-stream");
    expect(seen[0]).toBe(request?.body);
    expect(seen[1]).toBe(200);
    expect(seen[2]).toStartWith("text/event-stream");
  });

  test("may be signed", async () => {
    using server = startFakeModels();
    server.script(text("x"));
    const baseUrl = server.url;
    const call = {
      deployment: {
        baseUrl,
        sign: async (http: { url: string; headers: object; body: string }) => ({
          ...http,
          headers: { ...http.headers, authorization: `signed ${http.body.length}` },
        }),
      },
    };
    await streamChat(aRequest(modelAt(baseUrl), hi), call).result();
    const [request] = server.requests;
    expect(request?.headers.get("authorization")).toBe(`signed ${request?.body.length}`);
  });

  test("is not sent when it breaks the grammar", async () => {
    using server = startFakeModels();
    const facts = await failureOf(
      streamChat(aRequest(modelAt(server.url), hi), {
        transformBody: (body) => ({ ...body, messages: [{ role: "assistant", content: [] }] }),
      }),
    );
    expect(facts).toMatchObject({ kind: "invalid-history", retryable: false });
    expect(facts.message).toContain("messages[0]");
    expect(server.requests).toEqual([]);
  });

  test.each(["smoke-signals", "toString"])("cannot be made in %s", async (api) => {
    const facts = await failureOf(streamChat(aRequest(modelAt("", api), hi)));
    expect(facts).toMatchObject({ kind: "invalid-request" });
    expect(facts.message).toContain(`"${api}"`);
  });
});

describe("ending it", () => {
  test("before anything was sent", async () => {
    using server = startFakeModels();
    const call = { signal: AbortSignal.abort() };
    const facts = await failureOf(streamChat(aRequest(modelAt(server.url), hi), call));
    expect(facts).toMatchObject({ kind: "aborted", retryable: false });
    expect(server.requests).toEqual([]);
  });

  test("while waiting for the answer", async () => {
    using server = startFakeModels();
    server.script([hold(), text("never")]);
    const controller = new AbortController();
    const stream = streamChat(aRequest(modelAt(server.url), hi), { signal: controller.signal });
    const request = await server.nthRequest(1);
    controller.abort();
    expect((await failureOf(stream)).kind).toBe("aborted");
    expect((await stream.result()).stopReason).toBe("aborted");
    expect(await request.outcome).toBe("clientGone");
  });

  test("after it has ended changes nothing", async () => {
    using server = startFakeModels();
    server.script(text("x"));
    const controller = new AbortController();
    const stream = streamChat(aRequest(modelAt(server.url), hi), { signal: controller.signal });
    await collect(stream);
    controller.abort();
    expect((await stream.result()).stopReason).toBe("stop");
  });

  test.each([
    ["answer", () => new Promise<Response>(() => {})],
    ["body", async () => new Response(new ReadableStream({}))],
  ])("works although fetch ignores the signal: no %s", async (_what, answer) => {
    const controller = new AbortController();
    const asked = Promise.withResolvers<void>();
    const stream = streamChat(aRequest(modelAt("http://localhost"), hi), {
      signal: controller.signal,
      fetch: () => {
        asked.resolve();
        return answer();
      },
      onResponse: () => setImmediate(() => controller.abort()),
    });
    const failure = failureOf(stream);
    await asked.promise;
    setImmediate(() => controller.abort());
    expect((await failure).kind).toBe("aborted");
  });

  test("by leaving the loop", async () => {
    using server = startFakeModels();
    server.script([text("half"), hold(), text("never")]);
    const stream = streamChat(aRequest(modelAt(server.url), hi));
    for await (const event of stream) if (event.type === "text_delta") break;
    expect(await server.requests[0]?.outcome).toBe("clientGone");
    expect((await stream.result()).stopReason).toBe("aborted");
  });

  test("is not needed when the server forgets to close", async () => {
    using server = startFakeModels();
    server.script([text("x")]);
    const done = await streamChat(aRequest(modelAt(server.url), hi)).result();
    expect(done.stopReason).toBe("stop");
    server.script((request) => {
      expect(request.api).toBe("anthropic-messages");
      const gate = hold();
      const bytes = 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n';
      return raw(`${bytes}data: {"type":"message_stop"}\n\n:`, {
        contentType: "text/event-stream",
        controls: [{ ...gate, at: { afterBytes: bytes.length + 32 } }],
      });
    });
    const open = await streamChat(aRequest(modelAt(server.url), hi)).result();
    expect(open.stopReason).toBe("stop");
    expect(await server.requests[1]?.outcome).toBe("clientGone");
  });
});

test("the next request goes over the same connection", async () => {
  const ports: unknown[] = [];
  let gate = Promise.withResolvers<void>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request, self) {
      ports.push(self.requestIP(request)?.port);
      const body = async function* () {
        yield 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n';
        yield 'data: {"type":"message_stop"}\n\n';
        // The answer ends only after its last event was understood.
        await gate.promise;
      };
      return new Response(body(), { headers: { "content-type": "text/event-stream" } });
    },
  });
  try {
    for (let count = 0; count < 6; count++) {
      const request = aRequest(modelAt(`http://127.0.0.1:${server.port}`), hi);
      expect((await streamChat(request).result()).stopReason).toBe("stop");
      gate.resolve();
      await eventually(() => server.pendingRequests === 0);
      gate = Promise.withResolvers<void>();
    }
    // The client may hear of the end a moment after the next request; not every time.
    expect(new Set(ports).size).toBeLessThan(ports.length);
  } finally {
    await server.stop(true);
  }
});

test("withheld thinking keeps its token", async () => {
  using server = startFakeModels();
  server.script([redactedThinking("opaque"), text("x")]);
  const message = await streamChat(aRequest(modelAt(server.url), hi)).result();
  expect(message.content[0]).toMatchObject({ redacted: true, thinkingSignature: "opaque" });
});

describe("a local protocol", () => {
  const request = aRequest(modelAt("", "local"), hi);
  const local = (respond: LocalProtocol["respond"]) => ({
    protocols: { local: async () => ({ api: "local", respond }) },
  });

  test("answers through the same events", async () => {
    const call = local(async ({ messages }, builder) => {
      builder.text(0, `you said ${messages.length}`);
    });
    const stream = streamChat(request, call);
    expect((await collect(stream)).at(-1)).toMatchObject({ type: "done", reason: "stop" });
    expect((await stream.result()).content).toEqual([{ type: "text", text: "you said 1" }]);
  });

  test("can be aborted although it does not listen", async () => {
    const controller = new AbortController();
    const call = local((_request, builder) => {
      builder.text(0, "…");
      controller.abort();
      return new Promise(() => {});
    });
    const stream = streamChat(request, { ...call, signal: controller.signal });
    expect((await failureOf(stream)).kind).toBe("aborted");
  });

  test("that throws is a failure like any other", async () => {
    const call = local(async () => Promise.reject(new Error("bug")));
    expect(await failureOf(streamChat(request, call))).toMatchObject({
      kind: "protocol",
      retryable: false,
    });
  });

  test("the demo model is one of them", async () => {
    const message = await streamChat(aRequest(modelAt("", "demo"), hi)).result();
    expect(message.stopReason).not.toBe("error");
    expect(message.content.length).toBeGreaterThan(0);
  });
});
