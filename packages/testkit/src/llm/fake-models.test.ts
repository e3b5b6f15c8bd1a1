// The server's own promises: script and requests must agree, bytes are recorded and leave as scripted.
import { expect, test } from "bun:test";
import {
  hold,
  httpError,
  json,
  midStreamError,
  raw,
  reply,
  reset,
  sendHeaders,
  stall,
  startFakeModels,
  text,
  toolCall,
  truncate,
} from "../llm.ts";
import { openRaw } from "./raw-client.ts";
import { failureOf } from "../failure-of.ts";

const streamBody = { model: "m-1", stream: true, messages: [] };

function post(url: string, body: object | string = streamBody, init: RequestInit = {}) {
  return fetch(`${url}/v1/messages`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...init,
  });
}

test("answers scripted replies in order and keeps the raw request", async () => {
  await using server = startFakeModels();
  server.script(text("first"), [text("second"), toolCall("read", { path: "a" })]);
  const odd = `{ "model": "m-1",\t"stream":true, "note": "Größe ✓" }`;
  const one = await post(server.url, odd, { headers: { "X-Test": "yes" } }).then((r) => r.text());
  const two = await post(server.url).then((r) => r.text());
  expect(one).toContain(`"text":"first"`);
  expect(two).toContain(`"name":"read"`);
  const [first, second] = server.requests;
  expect(first?.body).toBe(odd);
  expect(first?.headers.get("x-test")).toBe("yes");
  expect(first?.rawHeaders.some(([name]) => name === "X-Test")).toBe(true);
  expect(first).toMatchObject({
    number: 1,
    api: "anthropic-messages",
    model: "m-1",
    method: "POST",
  });
  expect(second?.number).toBe(2);
  expect(await first?.outcome).toBe("sent");
});

test("an unscripted request is answered 599 and fails assertDone", async () => {
  const server = startFakeModels();
  const response = await post(server.url);
  expect(response.status).toBe(599);
  expect(await response.text()).toContain("no reply is scripted");
  expect(() => server.assertDone()).toThrow(/request 1, POST \/v1\/messages: no reply is scripted/);
});

test("an unused reply and an unused route fail assertDone", () => {
  const server = startFakeModels();
  server.script(text("a"), text("b"));
  server.scriptFor({ model: "other" }, text("c"));
  server.route("GET /v1/models", { data: [] });
  server.route("GET /health", {}, { isOptional: true });
  expect(() => server.assertDone()).toThrow(
    'script and requests differ\n  2 of 2 scripted replies unused\n  1 of 1 scripted replies for {"model":"other"} unused\n  route "GET /v1/models" unused',
  );
});

test("a path of no protocol is unscripted unless routed; a route may be a function", async () => {
  const server = startFakeModels();
  server.route("GET /v1/models", { data: [{ id: "m" }] });
  server.route("POST /api/*", (request) => json({ echo: request.body }, { status: 201 }));
  expect(await fetch(`${server.url}/v1/models?x=1`).then((r) => r.json())).toEqual({
    data: [{ id: "m" }],
  });
  const echo = await fetch(`${server.url}/api/show`, { method: "POST", body: "hi" });
  expect([echo.status, await echo.json()]).toEqual([201, { echo: "hi" }]);
  expect((await fetch(`${server.url}/nowhere`)).status).toBe(599);
  expect(server.otherRequests.map((r) => r.path)).toEqual(["/v1/models", "/api/show", "/nowhere"]);
  expect(server.requests).toEqual([]);
  expect(() => server.assertDone()).toThrow(/GET \/nowhere: no route is scripted/);
});

test("matched replies come before the common ones, each lane in its own order", async () => {
  await using server = startFakeModels();
  server.script(text("common"));
  server.scriptFor({ model: "small" }, text("small-1"), text("small-2"));
  const ask = (model: string) => post(server.url, { ...streamBody, model }).then((r) => r.text());
  expect(await ask("big")).toContain("common");
  expect(await ask("small")).toContain("small-1");
  expect(await ask("small")).toContain("small-2");
});

test("a reply may be a function of the request; what it throws is reported", async () => {
  const server = startFakeModels();
  server.script(
    (request) => text(`you asked ${request.model}`),
    () => {
      throw new Error("script is wrong");
    },
  );
  expect(await post(server.url).then((r) => r.text())).toContain("you asked m-1");
  expect((await post(server.url)).status).toBe(599);
  expect(() => server.assertDone()).toThrow(/its scripted reply failed: Error: script is wrong/);
});

test("a request that does not ask for a stream gets no stream", async () => {
  const server = startFakeModels();
  server.script(text("a"));
  expect((await post(server.url, { model: "m" })).status).toBe(599);
  expect(() => server.assertDone()).toThrow(/does not ask for a stream/);
});

test("hold waits for the test at the start, in the middle and between bytes", async () => {
  await using server = startFakeModels();
  const start = hold();
  const middle = hold();
  const bytes = hold({ afterBytes: 10 });
  server.script([start, text("one"), middle, text("two"), bytes]);
  const pending = post(server.url);
  await start.reached;
  start.release();
  const reader = (await pending).body?.getReader();
  await bytes.reached;
  const first = await reader?.read();
  expect(first?.value?.length).toBe(10);
  bytes.release();
  await middle.reached;
  middle.release();
  let rest = "";
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    rest += new TextDecoder().decode(next.value);
  }
  expect(rest).toContain("message_stop");
});

test("headers may leave before a stall, and the server sees the client go", async () => {
  await using server = startFakeModels();
  server.script([sendHeaders(), stall()]);
  const abort = new AbortController();
  const response = await post(server.url, streamBody, { signal: abort.signal });
  expect(response.status).toBe(200);
  const request = await server.nthRequest(1);
  abort.abort();
  expect(await request.outcome).toBe("clientGone");
});

test("a request can be awaited before it comes, and the wait can be given up", async () => {
  await using server = startFakeModels();
  server.script(text("a"), text("b"));
  const second = server.nthRequest(2);
  const abort = new AbortController();
  const third = failureOf(server.nthRequest(3, abort.signal));
  await post(server.url, { ...streamBody, model: "one" }).then((r) => r.text());
  await post(server.url, { ...streamBody, model: "two" }).then((r) => r.text());
  expect((await second).model).toBe("two");
  abort.abort(new Error("enough"));
  expect((await third).message).toBe("enough");
});

test("bytes leave in exactly the sizes asked for, through characters", async () => {
  await using server = startFakeModels();
  server.script(reply(text("äöü€😀"), { chunkBytes: [1, 2, 7] }));
  const client = await openRaw(server.url);
  client.send("POST", "/v1/messages", JSON.stringify(streamBody));
  const { chunks } = await client.response();
  const sizes = chunks.map((chunk) => chunk.length);
  expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).map((_, i) => [1, 2, 7][i % 3] ?? 0));
  const isTorn = chunks.some((chunk) => new TextDecoder().decode(chunk).includes("\uFFFD"));
  expect(isTorn).toBe(true);
  expect(Buffer.concat(chunks).toString()).toContain(`"text":"äöü€😀"`);
});

test("without chunkBytes each event is one chunk", async () => {
  await using server = startFakeModels();
  server.script(text(["a", "b"]));
  const client = await openRaw(server.url);
  client.send("POST", "/v1/messages", JSON.stringify(streamBody));
  const { chunks } = await client.response();
  expect(chunks.every((chunk) => /^event: .*\n\n$/s.test(chunk.toString()))).toBe(true);
  expect(chunks).toHaveLength(8);
});

test.each([
  ["reset", reset({ afterBytes: 25 }), "ECONNRESET", 25],
  ["reset between events", reset({ afterEvents: 2 }), "ECONNRESET", undefined],
  ["close without an HTTP end", truncate({ afterBytes: 25 }, "close"), "FIN", 25],
  ["an HTTP end over half a stream", truncate({ afterBytes: 25 }), "end", 25],
] as const)("%s cuts the response there", async (_, control, ending, bytes) => {
  await using server = startFakeModels();
  const before = hold(control.at);
  server.script([text("hello"), before, control]);
  const client = await openRaw(server.url);
  client.send("POST", "/v1/messages", JSON.stringify(streamBody));
  await before.reached;
  await client.sawBytes(25);
  before.release();
  const response = await client.response();
  expect(response.ending).toBe(ending);
  if (bytes !== undefined) expect(Buffer.concat(response.chunks)).toHaveLength(bytes);
  expect(await server.requests[0]?.outcome).toBe("cut");
});

test("a position past the end of the reply is a mistake of the script", async () => {
  const server = startFakeModels();
  server.script([text("x"), reset({ afterBytes: 1_000_000 })]);
  await failureOf(post(server.url).then((r) => r.text()));
  expect(() => server.assertDone()).toThrow(/lies past the end of a reply of \d+ bytes/);
});

test("HTTP errors carry the vendor's body, or any given one, and headers", async () => {
  await using server = startFakeModels();
  server.script(
    httpError(429, { headers: { "Retry-After": "7" }, message: "slow down" }),
    httpError(503, { body: "<html>busy</html>", contentType: "text/html" }),
    httpError(400, { body: { any: 1 } }),
  );
  const first = await post(server.url);
  expect([first.status, first.headers.get("retry-after")]).toEqual([429, "7"]);
  expect(await first.json()).toMatchObject({
    type: "error",
    error: { type: "rate_limit_error", message: "slow down" },
  });
  const second = await post(server.url);
  expect([second.headers.get("content-type"), await second.text()]).toEqual([
    "text/html",
    "<html>busy</html>",
  ]);
  expect(await post(server.url).then((r) => r.json())).toEqual({ any: 1 });
});

test("gzip, a wrong content type and raw bytes", async () => {
  await using server = startFakeModels();
  server.script(
    reply(text("squeezed ".repeat(50)), { gzip: true, chunkBytes: 11 }),
    reply(text("x"), { contentType: "text/html" }),
    raw(Uint8Array.of(0xff, 0x00, 0xfe), { contentType: "application/x-odd" }),
  );
  const packed = await post(server.url);
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(await packed.text()).toContain("squeezed squeezed");
  expect((await post(server.url)).headers.get("content-type")).toBe("text/html");
  const odd = await post(server.url);
  expect([...(await odd.bytes())]).toEqual([0xff, 0x00, 0xfe]);
});

test("an error in mid-stream ends the stream; nothing may be scripted after it", async () => {
  const server = startFakeModels();
  server.script(
    [text("so far"), midStreamError("overloaded_error", "busy")],
    [midStreamError("overloaded_error"), text("late")],
  );
  const body = await post(server.url).then((r) => r.text());
  expect(body).toContain(`"so far"`);
  expect(body).toEndWith(
    `event: error\ndata: {"type":"error","error":{"details":null,"type":"overloaded_error","message":"busy"}}\n\n`,
  );
  await failureOf(post(server.url).then((r) => r.text()));
  expect(() => server.assertDone()).toThrow(/no content can follow it/);
});

test("a looping script starts again and leaves nothing over", async () => {
  await using server = startFakeModels({ isLooping: true });
  server.script(text("a"), text("b"));
  const bodies = [];
  for (let i = 0; i < 3; i++) bodies.push(await post(server.url).then((r) => r.text()));
  expect(bodies.map((body) => /"text":"(.)"/.exec(body)?.[1])).toEqual(["a", "b", "a"]);
});

test("a large body and a chunked one arrive whole", async () => {
  await using server = startFakeModels();
  server.script(text("1"), text("2"));
  const large = JSON.stringify({ ...streamBody, pad: "é".repeat(2_000_000) });
  await post(server.url, large).then((r) => r.text());
  const pieces = [`{"stream":`, `true,"x":"`, `ü"}`];
  const stream = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  await fetch(`${server.url}/v1/messages`, { method: "POST", body: stream }).then((r) => r.text());
  expect(server.requests[0]?.body === large).toBe(true);
  expect(server.requests[1]?.body).toBe(`{"stream":true,"x":"ü"}`);
});
