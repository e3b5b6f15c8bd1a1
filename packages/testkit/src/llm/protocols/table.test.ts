// Every protocol answers over a real socket at its own path, and a broken script of one is reported.
import { expect, test } from "bun:test";
import { httpError, startFakeModels, text } from "../../llm.ts";

const stream = { model: "m", stream: true };

test.each([
  ["/v1/messages", stream, "anthropic-messages", "m", "text/event-stream"],
  [
    "/v1/projects/p/locations/l/publishers/anthropic/models/claude:streamRawPredict",
    { stream: true },
    "anthropic-messages",
    "claude",
    "text/event-stream",
  ],
  ["/v1/chat/completions", stream, "openai-completions", "m", "text/event-stream"],
  [
    "/openai/deployments/d/chat/completions?api-version=1",
    stream,
    "openai-completions",
    "m",
    "text/event-stream",
  ],
  ["/v1/responses", stream, "openai-responses", "m", "text/event-stream"],
  [
    "/openai/v1/responses?api-version=v1",
    stream,
    "azure-openai-responses",
    "m",
    "text/event-stream",
  ],
  ["/backend-api/codex/responses", stream, "openai-codex-responses", "m", "text/event-stream"],
  [
    "/v1beta/models/gemini:streamGenerateContent?alt=sse",
    {},
    "google-generative-ai",
    "gemini",
    "text/event-stream",
  ],
  [
    "/v1/projects/p/locations/l/publishers/google/models/gemini:streamGenerateContent?alt=sse",
    {},
    "google-vertex",
    "gemini",
    "text/event-stream",
  ],
  [
    "/v1internal:streamGenerateContent?alt=sse",
    { model: "g" },
    "google-gemini-cli",
    "g",
    "text/event-stream",
  ],
  [
    "/model/amazon.nova%3A0/converse-stream",
    {},
    "bedrock-converse-stream",
    "amazon.nova:0",
    "application/vnd.amazon.eventstream",
  ],
  ["/api/chat", { model: "m" }, "ollama-chat", "m", "application/x-ndjson"],
])("POST %s", async (target, body, api, model, contentType) => {
  await using server = startFakeModels();
  server.script(text("hello"), httpError(503, { message: "busy" }));
  const ask = () => fetch(server.url + target, { method: "POST", body: JSON.stringify(body) });
  const good = await ask();
  expect(good.status).toBe(200);
  expect(good.headers.get("content-type")).toStartWith(contentType);
  expect(await good.text()).toContain("hello");
  const bad = await ask();
  expect([bad.status, bad.headers.get("content-type")]).toEqual([503, "application/json"]);
  expect(await bad.text()).toContain("busy");
  expect(server.requests.map((r) => [r.api, r.model])).toEqual([
    [api, model],
    [api, model],
  ]);
});

test.each([
  ["/v1beta/models/gemini:streamGenerateContent", {}, "alt=sse"],
  ["/api/chat", { stream: false }, "stream: false"],
  ["/v1/responses", {}, "stream: true"],
])("POST %s without asking for a stream is refused", async (target, body, reason) => {
  const server = startFakeModels();
  server.script(text("hello"));
  const response = await fetch(server.url + target, { method: "POST", body: JSON.stringify(body) });
  expect(response.status).toBe(599);
  expect(() => server.assertDone()).toThrow(reason);
});

test("GET on a model endpoint is refused", async () => {
  const server = startFakeModels();
  expect((await fetch(`${server.url}/v1/messages`)).status).toBe(599);
  expect(() => server.assertDone()).toThrow("model endpoints take POST, not GET");
});
