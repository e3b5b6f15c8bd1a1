// Each wire format gets its credential where it looks for it.
import { describe, expect, test } from "bun:test";
import { aModel } from "../testing/requests.ts";
import { deploymentFor, type DeploymentOptions } from "./deployment-for.ts";
import { preconnect } from "./preconnect.ts";

const key = { key: "k" };
const login = { key: "a", isLogin: true };

type Row = [
  api: string,
  baseUrl: string,
  options: DeploymentOptions,
  headers: Record<string, string>,
];
const rows: Row[] = [
  ["anthropic-messages", "https://api.anthropic.com", key, { "x-api-key": "k" }],
  [
    "anthropic-messages",
    "https://api.anthropic.com",
    login,
    { authorization: "Bearer a", "anthropic-beta": "oauth-2025-04-20" },
  ],
  ["anthropic-messages", "https://api.githubcopilot.com", login, { authorization: "Bearer a" }],
  [
    "anthropic-messages",
    "https://evil-api.anthropic.com.example",
    login,
    { authorization: "Bearer a" },
  ],
  ["openai-completions", "https://api.openai.com/v1", key, { authorization: "Bearer k" }],
  [
    "google-generative-ai",
    "https://generativelanguage.googleapis.com",
    key,
    { "x-goog-api-key": "k" },
  ],
  ["google-vertex", "https://x.googleapis.com", login, { authorization: "Bearer a" }],
  ["azure-openai-responses", "https://x.openai.azure.com", key, { "api-key": "k" }],
  ["ollama-chat", "https://ollama.com", key, { authorization: "Bearer k" }],
  ["of-an-extension", "https://x.example", key, { authorization: "Bearer k" }],
];

test.each(rows)("%s at %s", (api, baseUrl, options, headers) => {
  const model = aModel({ api, baseUrl });
  expect(deploymentFor(model, options)).toEqual({ baseUrl, headers });
});

test("a token that shows what it is goes as a login", () => {
  const model = aModel({ api: "anthropic-messages", baseUrl: "https://api.anthropic.com" });
  expect(deploymentFor(model, { key: "sk-ant-oat01-x" }).headers).toMatchObject({
    authorization: "Bearer sk-ant-oat01-x",
  });
});

test("options win over what would be", () => {
  const model = aModel({ api: "anthropic-messages" });
  expect(
    deploymentFor(model, {
      ...key,
      isBearer: true,
      baseUrl: "https://proxy.example",
      headers: { "x-team": "t" },
      query: { v: "1" },
      proxy: "http://p:1",
    }),
  ).toEqual({
    baseUrl: "https://proxy.example",
    headers: { authorization: "Bearer k", "x-team": "t" },
    query: { v: "1" },
    proxy: "http://p:1",
  });
});

test("without a key nothing is sent", () => {
  const model = aModel({ api: "anthropic-messages" });
  expect(deploymentFor(model)).toEqual({ baseUrl: model.baseUrl });
});

describe("preconnect", () => {
  const connected = (deployment: Parameters<typeof preconnect>[0]) => {
    const urls: string[] = [];
    preconnect(deployment, (url) => urls.push(url));
    return urls;
  };

  test("opens the origin", () => {
    expect(connected({ baseUrl: "https://api.example.com/v1" })).toEqual([
      "https://api.example.com",
    ]);
  });

  test("leaves alone what it cannot open", () => {
    expect(connected({ baseUrl: "nonsense" })).toEqual([]);
    expect(connected({ baseUrl: "" })).toEqual([]);
    expect(connected({ baseUrl: "file:///etc" })).toEqual([]);
    expect(connected({ baseUrl: "https://a.example", proxy: "http://p" })).toEqual([]);
  });

  test.each([
    "https://localhost/v1",
    "http://localhost",
    "https://127.0.0.1:443/v1",
    "http://[::1]:80",
  ])("takes an address with the usual port: %s", (baseUrl) => {
    expect(() => preconnect({ baseUrl })).not.toThrow();
  });

  test("over a real socket", async () => {
    const connection = Promise.withResolvers<void>();
    const listener = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { open: () => connection.resolve(), data: () => {} },
    });
    try {
      preconnect({ baseUrl: `http://127.0.0.1:${listener.port}/v1` });
      await connection.promise;
    } finally {
      listener.stop(true);
    }
  });
});
