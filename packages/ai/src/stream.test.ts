// A request over a real socket becomes events and one result; it can be ended at any time, and what may
// not be sent is not sent.
import { describe, expect, test } from "bun:test";
import { streamChat } from "./stream.ts";
import {
  collect,
  delta,
  failureOf,
  modelAt,
  OPEN,
  requestTo,
  START,
  STOP,
  streamOf,
  until,
} from "./testing/anthropic-wire.ts";
import { chunk, head, LAST_CHUNK, WireServer } from "./testing/wire-server.ts";

describe("a good answer", () => {
  test("becomes events, and the request is what was asked", async () => {
    using server = new WireServer(streamOf(START, OPEN, delta("Hel"), delta("lo"), STOP));
    const seen: unknown[] = [];
    const stream = streamChat(requestTo(`${server.url}/v1`), {
      deployment: {
        baseUrl: `${server.url}/v1/`,
        headers: { "x-api-key": "secret", "anthropic-beta": "mine,model-beta" },
        query: { tag: "a b" },
      },
      mergeWindowMs: 0,
      onRequest: (bodyText) => seen.push(bodyText),
      onResponse: (status, headers) => seen.push(status, headers.get("content-type")),
    });
    const events = await collect(stream);
    expect(events.map((event) => event.type)).toEqual([
      "start",
      "text_start",
      "text_delta",
      "text_delta",
      "text_end",
      "done",
    ]);
    const message = await stream.result();
    expect(message).toMatchObject({
      content: [{ type: "text", text: "Hello" }],
      stopReason: "stop",
      responseId: "msg_1",
      usage: { input: 3, output: 2 },
    });
    const [request] = server.requests;
    expect(request?.head).toStartWith("POST /v1/messages?tag=a%20b HTTP/1.1");
    expect(request?.head.toLowerCase()).toContain("x-api-key: secret");
    expect(request?.head.toLowerCase()).toContain("x-model: m");
    expect(request?.head.toLowerCase()).toContain("anthropic-beta: model-beta,mine");
    expect(seen).toEqual([request?.body, 200, "text/event-stream"]);
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ model: "claude-sonnet-4-5" });
  });

  test("result alone is enough", async () => {
    using server = new WireServer(streamOf(START, OPEN, delta("x"), STOP));
    const message = await streamChat(requestTo(server.url)).result();
    expect(message.content).toEqual([{ type: "text", text: "x" }]);
  });

  test("may be compressed", async () => {
    const bytes = Bun.gzipSync(START + OPEN + delta("zip") + STOP);
    using server = new WireServer((wire) => {
      wire.write(head("200 OK", { "content-encoding": "gzip" }));
      for (let at = 0; at < bytes.length; at += 10) wire.write(chunk(bytes.subarray(at, at + 10)));
      wire.write(LAST_CHUNK);
    });
    const message = await streamChat(requestTo(server.url)).result();
    expect(message.content).toEqual([{ type: "text", text: "zip" }]);
  });

  test("leaves the connection for the next request", async () => {
    const answer = streamOf(START, OPEN, delta("x"), STOP);
    using server = new WireServer(answer, answer);
    await streamChat(requestTo(server.url)).result();
    await streamChat(requestTo(server.url)).result();
    expect(server.connections).toBe(1);
  });

  test("that the server does not end is finished all the same, and let go", async () => {
    const gone = Promise.withResolvers<void>();
    using server = new WireServer((wire) => {
      wire.write(head());
      wire.write(chunk(START + OPEN + delta("x") + STOP));
      void wire.closed.then(gone.resolve);
    });
    const message = await streamChat(requestTo(server.url)).result();
    expect(message.stopReason).toBe("stop");
    await gone.promise;
  });

  test("may come from a signed request", async () => {
    using server = new WireServer(streamOf(START, OPEN, delta("x"), STOP));
    const baseUrl = server.url;
    const message = await streamChat(requestTo(baseUrl), {
      deployment: {
        baseUrl,
        sign: async (http) => ({
          ...http,
          headers: { ...http.headers, authorization: `signed ${http.body.length}` },
        }),
      },
    }).result();
    expect(message.stopReason).toBe("stop");
    const [request] = server.requests;
    expect(request?.head).toContain(`signed ${request?.body.length}`);
  });
});

describe("abort", () => {
  test("before: nothing is sent", async () => {
    using server = new WireServer();
    const facts = await failureOf(
      streamChat(requestTo(server.url), { signal: AbortSignal.abort() }),
    );
    expect(facts).toMatchObject({ kind: "aborted", retryable: false });
    expect(server.requests).toEqual([]);
  });

  test("while waiting for the answer", async () => {
    const controller = new AbortController();
    const gone = Promise.withResolvers<void>();
    using server = new WireServer((wire) => {
      controller.abort();
      void wire.closed.then(gone.resolve);
    });
    const stream = streamChat(requestTo(server.url), { signal: controller.signal });
    expect((await failureOf(stream)).kind).toBe("aborted");
    expect((await stream.result()).stopReason).toBe("aborted");
    await gone.promise;
  });

  test("in the middle: what came stays, the connection goes", async () => {
    const controller = new AbortController();
    const gone = Promise.withResolvers<void>();
    using server = new WireServer((wire) => {
      wire.write(head());
      wire.write(chunk(START + OPEN + delta("half")));
      void wire.closed.then(gone.resolve);
    });
    const stream = streamChat(requestTo(server.url), { signal: controller.signal });
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_delta");
    controller.abort();
    expect(await until(events, "error")).toMatchObject({ reason: "aborted" });
    expect(await stream.result()).toMatchObject({
      stopReason: "aborted",
      content: [{ type: "text", text: "half" }],
    });
    await gone.promise;
  });

  test("after: nothing happens", async () => {
    const controller = new AbortController();
    using server = new WireServer(streamOf(START, OPEN, delta("x"), STOP));
    const stream = streamChat(requestTo(server.url), { signal: controller.signal });
    await collect(stream);
    controller.abort();
    expect((await stream.result()).stopReason).toBe("stop");
  });

  test("a fetch that ignores the signal does not hold the caller up", async () => {
    const controller = new AbortController();
    const stream = streamChat(requestTo("http://localhost"), {
      signal: controller.signal,
      fetch: () => {
        controller.abort();
        return new Promise(() => {});
      },
    });
    expect((await failureOf(stream)).kind).toBe("aborted");
  });

  test("a consumer who leaves ends the request", async () => {
    const gone = Promise.withResolvers<void>();
    using server = new WireServer((wire) => {
      wire.write(head());
      wire.write(chunk(START + OPEN + delta("half")));
      void wire.closed.then(gone.resolve);
    });
    const stream = streamChat(requestTo(server.url));
    for await (const event of stream) if (event.type === "text_delta") break;
    await gone.promise;
    expect((await stream.result()).stopReason).toBe("aborted");
  });
});

describe("before sending", () => {
  test("a body that breaks the grammar is not sent", async () => {
    using server = new WireServer();
    const facts = await failureOf(
      streamChat(requestTo(server.url), {
        transformBody: (body) => ({ ...body, messages: [{ role: "assistant", content: [] }] }),
      }),
    );
    expect(facts).toMatchObject({ kind: "invalid-history", retryable: false });
    expect(facts.message).toContain("messages[0]");
    expect(server.requests).toEqual([]);
  });

  test("an api nobody speaks", async () => {
    const model = { ...modelAt("http://localhost"), api: "smoke-signals" };
    const facts = await failureOf(streamChat(requestTo("", { model })));
    expect(facts).toMatchObject({ kind: "invalid-request" });
    expect(facts.message).toContain("smoke-signals");
  });
});

describe("a local protocol", () => {
  const model = { ...modelAt(""), api: "local" };

  test("answers through the same events", async () => {
    const stream = streamChat(requestTo("", { model }), {
      protocols: {
        local: async () => ({
          api: "local",
          respond: async (request, builder) => {
            builder.text(0, `you said ${request.messages.length}`);
          },
        }),
      },
    });
    expect((await collect(stream)).at(-1)).toMatchObject({ type: "done", reason: "stop" });
    expect((await stream.result()).content).toEqual([{ type: "text", text: "you said 1" }]);
  });

  test("can be aborted although it does not listen", async () => {
    const controller = new AbortController();
    const stream = streamChat(requestTo("", { model }), {
      signal: controller.signal,
      protocols: {
        local: async () => ({
          api: "local",
          respond: (_request, builder) => {
            builder.text(0, "…");
            controller.abort();
            return new Promise(() => {});
          },
        }),
      },
    });
    expect((await failureOf(stream)).kind).toBe("aborted");
  });

  test("that throws is a failure like any other", async () => {
    const stream = streamChat(requestTo("", { model }), {
      protocols: {
        local: async () => ({
          api: "local",
          respond: async () => Promise.reject(new Error("bug")),
        }),
      },
    });
    expect(await failureOf(stream)).toMatchObject({ kind: "protocol", retryable: false });
  });
});
