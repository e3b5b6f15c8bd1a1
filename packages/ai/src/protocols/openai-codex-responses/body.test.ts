// The ChatGPT backend's departures: instructions, no limits, and headers that name the conversation.
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { aModel, aRequest, golden, READ_TOOL, user } from "../../testing/requests.ts";
import protocol from "./openai-codex-responses.ts";

await protocol.prepare?.();

const model = aModel({
  api: "openai-codex-responses",
  id: "gpt-5.3-codex",
  provider: "openai-codex",
  baseUrl: "https://chatgpt.com/backend-api",
  reasoning: true,
});

test("the body holds instructions and nothing that the backend rejects", () => {
  const options = {
    effort: "xhigh",
    sessionId: "s-1",
    cacheRetention: "long",
    serviceTier: "priority",
    maxTokens: 1000,
    sampling: { temperature: 0.5 },
  } as const;
  const request = aRequest(model, [user("hi")], options, { tools: [READ_TOOL] });
  const actual = { headers: protocol.headers(request), body: protocol.body(request) };
  const path = resolve(import.meta.dir, "fixtures/everything.json");
  expect(JSON.stringify(actual)).toBe(JSON.stringify(golden(path, actual)));
  expect(protocol.validate(actual.body)).toEqual([]);
});

test("there are always instructions", () => {
  const body = protocol.body(aRequest(model, [user("hi")], {}, { system: [] }));
  expect(body["instructions"]).toMatch(/\S/);
  expect(protocol.validate(body)).toEqual([]);
});
