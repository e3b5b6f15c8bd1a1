// A provider's own compaction over a real socket: address, headers and body of the request, what is taken from the
// answer, and who is never asked. What was taken is replayed to that provider only.
import { describe, expect, test } from "bun:test";
import { failureOf } from "@oh-my-pi/pi-testkit/failure-of";
import { httpError, startFakeModels } from "@oh-my-pi/pi-testkit/llm";
import { compactHistory } from "./compact-history.ts";
import { ProviderError } from "./model/provider-error.ts";
import { builtinProtocols } from "./protocols/index.gen.ts";
import { isLocal } from "./model/protocol-registry.ts";
import { aModel, aRequest, assistant, call, result, text, user } from "./testing/requests.ts";

const openai = { provider: "openai", id: "gpt-5", reasoning: true };
const CASES = [
  ["openai-responses", "https://api.openai.com/v1", "/v1", "/v1/responses/compact"],
  [
    "openai-codex-responses",
    "https://chatgpt.com/backend-api",
    "/backend-api",
    "/backend-api/codex/responses/compact",
  ],
] as const;
const item = { type: "compaction", id: "cmp_1", encrypted_content: "opaque" };

describe.each(CASES)("%s", (api, baseUrl, base, path) => {
  const model = aModel({ ...openai, api, baseUrl });
  const history = [
    user("look"),
    assistant(model, [call("call_1|fc_1", "read", { path: "a" })]),
    result("call_1|fc_1", "read", [text("A")]),
  ];
  const request = aRequest(model, history, { sessionId: "s-1" }, { system: ["Be", "brief."] });

  test("sends the conversation and takes what comes back as it is", async () => {
    using server = startFakeModels();
    server.route(`POST ${path}`, { object: "response.compaction", output: [item] });
    const headers = { authorization: "Bearer k" };
    const deployment = { baseUrl: server.url + base, headers };
    expect(await compactHistory(request, { deployment })).toEqual({ items: [item] });
    const [sent] = server.otherRequests;
    expect(sent?.headers.get("authorization")).toBe("Bearer k");
    expect(sent?.headers.get("accept")).toBe("application/json");
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      model: "gpt-5",
      instructions: "Be\n\nbrief.",
      input: [
        { role: "user", content: [{ type: "input_text", text: "look" }] },
        {
          type: "function_call",
          id: "fc_1",
          call_id: "call_1",
          name: "read",
          arguments: '{"path":"a"}',
        },
        { type: "function_call_output", call_id: "call_1", output: "A" },
      ],
    });
  });

  test("a failure has its facts", async () => {
    using server = startFakeModels();
    server.route(`POST ${path}`, httpError(429, { message: "slow down" }));
    const deployment = { baseUrl: server.url + base };
    const error = await failureOf(compactHistory(request, { deployment }));
    expect(error).toBeInstanceOf(ProviderError);
    expect((error as ProviderError).facts).toMatchObject({ kind: "rate-limit", status: 429 });
  });

  test("its items are for its provider only", async () => {
    const protocol = await builtinProtocols[api]?.();
    if (protocol === undefined || isLocal(protocol)) throw new Error("no such protocol");
    const payload = { provider: "openai", items: [item], text: "Mind the tests." };
    const condensed = { ...user("an extract"), providerPayload: payload };
    const inputOf = (provider: string): string =>
      JSON.stringify(protocol.body(aRequest({ ...model, provider }, [condensed]))["input"]);
    expect(inputOf("openai")).toContain(JSON.stringify(item));
    expect(inputOf("openai")).toContain("Mind the tests.");
    expect(inputOf("openai")).not.toContain("an extract");
    expect(inputOf("elsewhere")).not.toContain("opaque");
    expect(inputOf("elsewhere")).toContain("an extract");
  });
});

test.each([
  ["openai-responses", "http://localhost:11434/v1"],
  ["azure-openai-responses", "https://x.openai.azure.com/openai/v1"],
  ["openai-completions", "https://api.openai.com/v1"],
  ["anthropic-messages", "https://api.anthropic.com"],
  ["demo", "demo:"],
])("%s at %s has no such thing", async (api, baseUrl) => {
  using server = startFakeModels();
  const model = aModel({ ...openai, api, baseUrl });
  const deployment = { baseUrl: server.url };
  expect(await compactHistory(aRequest(model, [user("hi")]), { deployment })).toBeUndefined();
  expect(server.otherRequests).toEqual([]);
});
