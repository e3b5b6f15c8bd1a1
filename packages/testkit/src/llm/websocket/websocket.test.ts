// Codex over WebSocket: the same events as text messages, several requests on one connection.
import { expect, test } from "bun:test";
import {
  hold,
  httpError,
  midStreamError,
  reset,
  startFakeModels,
  text,
  toolCall,
  truncate,
} from "../../llm.ts";

interface Client extends Disposable {
  send(message: object | string): void;
  next(): Promise<Record<string, unknown>>;
  /** Types of all messages up to one of the given types. */
  typesUntil(...last: string[]): Promise<string[]>;
  readonly closed: Promise<number>;
}

async function connect(url: string, headers: Record<string, string> = {}): Promise<Client> {
  const address = `${url.replace("http", "ws")}/backend-api/codex/responses`;
  const socket = new WebSocket(address, { headers });
  const waiting: ((message: string) => void)[] = [];
  const arrived: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    const taker = waiting.shift();
    if (taker === undefined) arrived.push(String(data));
    else taker(String(data));
  });
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener("close", ({ code }) => resolve(code)),
  );
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("handshake refused")));
  });
  const next = async (): Promise<Record<string, unknown>> =>
    JSON.parse(arrived.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve))));
  return {
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next,
    async typesUntil(...last) {
      const types: string[] = [];
      while (!last.includes(types.at(-1) ?? "")) types.push(String((await next()).type));
      return types;
    },
    closed,
    [Symbol.dispose]: () => socket.close(),
  };
}

const create = { type: "response.create", model: "gpt", input: [] };

test("answers several requests on one connection with the events of the SSE form", async () => {
  await using server = startFakeModels();
  server.script(text("one"), toolCall("read", { path: "a" }));
  using client = await connect(server.url, { authorization: "Bearer token" });
  client.send(create);
  const first = await client.typesUntil("response.completed");
  expect(first.slice(0, 3)).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
  ]);
  client.send({ ...create, previous_response_id: "resp_fake_1" });
  expect(await client.typesUntil("response.completed")).toContain(
    "response.function_call_arguments.done",
  );
  expect(server.requests.map(({ transport, api }) => [transport, api])).toEqual([
    ["websocket", "openai-codex-responses"],
    ["websocket", "openai-codex-responses"],
  ]);
  expect(server.requests[1]?.body).toBe(
    `{"type":"response.create","model":"gpt","input":[],"previous_response_id":"resp_fake_1"}`,
  );
  expect(server.requests[0]?.headers.get("authorization")).toBe("Bearer token");
});

test("messages of any length pass in both directions", async () => {
  await using server = startFakeModels();
  for (const size of [10, 1_000, 100_000]) {
    server.script(text("x".repeat(size)));
    using client = await connect(server.url);
    client.send({ ...create, pad: "é".repeat(size) });
    await client.typesUntil("response.completed");
    expect(server.requests.at(-1)?.json.pad).toBe("é".repeat(size));
  }
});

test("an HTTP error is an error event with its status and headers", async () => {
  await using server = startFakeModels();
  server.script(
    httpError(429, { type: "usage_limit_reached", message: "later", headers: { "x-reset": "9" } }),
    httpError(400, { body: { error: { code: "previous_response_not_found" } } }),
    [text("a"), midStreamError("server_error", "oops")],
  );
  using client = await connect(server.url);
  client.send(create);
  expect(await client.next()).toMatchObject({
    type: "error",
    status: 429,
    error: { type: "usage_limit_reached", message: "later" },
    headers: { "x-reset": "9" },
  });
  client.send(create);
  expect(await client.next()).toMatchObject({
    status: 400,
    error: { code: "previous_response_not_found" },
  });
  client.send(create);
  expect((await client.typesUntil("response.failed")).slice(-2)).toEqual([
    "error",
    "response.failed",
  ]);
});

test("holds, cuts and resets work here too", async () => {
  await using server = startFakeModels();
  const gate = hold({ afterEvents: 1 });
  server.script(
    [text("a"), gate, truncate({ afterEvents: 2 })],
    [text("b"), reset({ afterBytes: 5 })],
  );
  using client = await connect(server.url);
  client.send(create);
  await gate.reached;
  expect((await client.next()).type).toBe("response.created");
  gate.release();
  expect((await client.next()).type).toBe("response.in_progress");
  expect(await client.closed).toBe(1000);
  using second = await connect(server.url);
  second.send(create);
  expect(await second.closed).not.toBe(1000);
});

test("a route on the path refuses the handshake", async () => {
  await using server = startFakeModels();
  server.route("GET /backend-api/codex/responses", httpError(426));
  const failed = await connect(server.url).catch((error: Error) => error.message);
  expect(failed).toBe("handshake refused");
});

test("an unscripted or unknown message is answered with an error and reported", async () => {
  const server = startFakeModels();
  using client = await connect(server.url);
  client.send(create);
  expect(await client.next()).toMatchObject({ type: "error", status: 599 });
  client.send({ type: "session.update" });
  expect(await client.next()).toMatchObject({ type: "error", status: 599 });
  expect(() => server.assertDone()).toThrow(
    /no reply is scripted[^]*unknown client event of type "session.update"/,
  );
});
