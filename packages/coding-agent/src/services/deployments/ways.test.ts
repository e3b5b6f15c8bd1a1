// Each cloud is reached by its own way, with real servers on loopback in its place: who asks is proved as it
// wants, at the address it has, through the proxy and with the certificate that the environment names.
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { generateKeyPairSync, verify } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { vertexHost } from "@oh-my-pi/pi-ai/vertex-address";
import { discoverOllama } from "@oh-my-pi/pi-catalog/discovery/ollama";
import { listModels } from "@oh-my-pi/pi-catalog/catalog";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { startFakeModels, text } from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { wayTo } from "../deployment.ts";
import { machineOf } from "./machine.ts";

type Env = Record<string, string>;
const tls = (name: string) => join(import.meta.dir, "fixtures/tls", name);
const pem = (name: string) => readFileSync(tls(name), "utf8");

const stack = new AsyncDisposableStack();
const workspace = stack.use(createWorkspace());
afterAll(() => stack.disposeAsync());
const servers: { stop(force: boolean): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

function serve(answer: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

function aModel(extra: Partial<Model> & Pick<Model, "api" | "provider" | "baseUrl">): Model {
  return {
    id: "m",
    name: "M",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100_000,
    maxTokens: 1000,
    ...extra,
  };
}

/** Asks the model as omp would, in a machine with this environment. */
async function ask(model: Model, env: Env, key = ""): Promise<AssistantMessage> {
  const machine = machineOf({ env, home: workspace.home, now: Date.now });
  const findKey = async () => ({ ok: true, key, source: "environment" }) as const;
  const request: ChatRequest = {
    model,
    system: [],
    messages: [{ role: "user", content: "hi", timestamp: 0 }],
    tools: [],
    options: {},
  };
  const { deployment, adapt } = await wayTo(model, { machine, findKey });
  return streamChat(adapt?.(request) ?? request, { deployment }).result();
}

const said = (words: string) => ({
  stopReason: "stop",
  content: [{ type: "text", text: words }],
});

async function firstModel(provider: string, api: string): Promise<Model> {
  const model = (await listModels(provider)).find((each) => each.api === api);
  if (model === undefined) throw new Error(`no model of ${provider} speaks ${api}`);
  return model;
}

describe("Bedrock", () => {
  const credentials = () =>
    Response.json({ AccessKeyId: "AKIA", SecretAccessKey: "s", Token: "t" });

  test("signs with the container's credentials, in the region of the profile", async () => {
    await using models = startFakeModels();
    models.script(text("ok"));
    mkdirSync(join(workspace.home, ".aws"), { recursive: true });
    writeFileSync(join(workspace.home, ".aws/config"), "[default]\nregion = eu-north-1\n");
    const message = await ask(await firstModel("amazon-bedrock", "bedrock-converse-stream"), {
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: models.url,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${serve(credentials)}/creds`,
    });
    expect(message).toMatchObject(said("ok"));
    const { headers } = models.requests[0] ?? { headers: new Headers() };
    expect(headers.get("authorization")).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-north-1\/bedrock\/aws4_request, /,
    );
    expect(headers.get("x-amz-security-token")).toBe("t");
  });

  test("a bearer token goes before everything else", async () => {
    await using models = startFakeModels();
    models.script(text("ok"));
    const model = await firstModel("amazon-bedrock", "bedrock-converse-stream");
    const env = { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: models.url, AWS_PROFILE: "missing" };
    expect(await ask(model, { ...env, AWS_REGION: "us-west-2" }, "bearer-1")).toMatchObject(
      said("ok"),
    );
    expect(models.requests[0]?.headers.get("authorization")).toBe("Bearer bearer-1");
  });

  test("missing credentials end the answer with where it looked", async () => {
    const model = await firstModel("amazon-bedrock", "bedrock-converse-stream");
    const message = await ask(model, { AWS_PROFILE: "missing" });
    expect(message).toMatchObject({ stopReason: "error" });
    expect(message.errorMessage).toContain("There is no AWS profile missing");
  });

  test("the proxy of the environment is asked, for the model and for the login", async () => {
    await using models = startFakeModels();
    models.script(text("through the proxy"));
    const seen: string[] = [];
    const proxy = serve((request) => {
      const { host, pathname } = new URL(request.url);
      seen.push(host);
      if (host === "sts.invalid")
        return new Response("<AccessKeyId>web</AccessKeyId><SecretAccessKey>s</SecretAccessKey>");
      return fetch(models.url + pathname, {
        method: "POST",
        headers: request.headers,
        body: request.body,
      });
    });
    const tokenFile = join(workspace.home, "web-token");
    writeFileSync(tokenFile, "token");
    const message = await ask(await firstModel("amazon-bedrock", "bedrock-converse-stream"), {
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: "http://bedrock.invalid",
      AWS_ENDPOINT_URL_STS: "http://sts.invalid/",
      AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      AWS_ROLE_ARN: "arn:r",
      HTTP_PROXY: proxy,
    });
    expect(message).toMatchObject(said("through the proxy"));
    expect(seen).toEqual(["sts.invalid", "bedrock.invalid"]);
  });

  test("HTTP/1 can be demanded", async () => {
    const model = await firstModel("amazon-bedrock", "bedrock-converse-stream");
    const findKey = async () => ({ ok: true, key: "k", source: "environment" }) as const;
    const versionWith = async (env: Env) => {
      const machine = machineOf({ env, home: undefined, now: Date.now });
      return (await wayTo(model, { machine, findKey })).deployment.httpVersion;
    };
    expect(await versionWith({})).toBeUndefined();
    expect(await versionWith({ AWS_BEDROCK_FORCE_HTTP1: "1" })).toBe("1.1");
    expect(await versionWith({ HTTPS_PROXY: "http://p:1" })).toBe("1.1");
    expect(await versionWith({ HTTPS_PROXY: "http://p:1", NO_PROXY: "amazonaws.com" })).toBe(
      undefined,
    );
  });
});

describe("Foundry", () => {
  /** Demands a certificate of our authority, and passes requests on. */
  function gateway(models: { readonly url: string }): string {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      tls: {
        cert: pem("server.pem"),
        key: pem("server.key"),
        ca: pem("ca.pem"),
        requestCert: true,
        rejectUnauthorized: true,
      },
      fetch: (request) =>
        fetch(models.url + new URL(request.url).pathname, {
          method: "POST",
          headers: request.headers,
          body: request.body,
        }),
    });
    servers.push(server);
    return `https://localhost:${server.port}`;
  }

  const certificates = {
    CLAUDE_CODE_USE_FOUNDRY: "yes",
    NODE_EXTRA_CA_CERTS: tls("ca.pem"),
    CLAUDE_CODE_CLIENT_CERT: tls("client.pem"),
    // Inline, with escaped line ends.
    CLAUDE_CODE_CLIENT_KEY: pem("client.key").replaceAll("\n", "\\n"),
  };

  test("the certificate, the headers and the bearer key arrive", async () => {
    await using models = startFakeModels();
    models.script(text("ok"));
    const model = await firstModel("anthropic", "anthropic-messages");
    const env = {
      ...certificates,
      FOUNDRY_BASE_URL: gateway(models),
      ANTHROPIC_CUSTOM_HEADERS: "x-team: a, b, x-cost: 7\nX-Third: three",
    };
    expect(await ask(model, env, "foundry-key")).toMatchObject(said("ok"));
    const headers = Object.fromEntries(models.requests[0]?.headers ?? []);
    expect(headers).toMatchObject({
      authorization: "Bearer foundry-key",
      "x-team": "a, b",
      "x-cost": "7",
      "x-third": "three",
    });
    expect(headers["x-api-key"]).toBeUndefined();
  });

  test("without the certificate the gateway lets nobody in", async () => {
    await using models = startFakeModels();
    const model = await firstModel("anthropic", "anthropic-messages");
    const { CLAUDE_CODE_CLIENT_CERT: _cert, CLAUDE_CODE_CLIENT_KEY: _key, ...env } = certificates;
    const message = await ask(model, { ...env, FOUNDRY_BASE_URL: gateway(models) }, "k");
    expect(message.stopReason).toBe("error");
    expect(models.requests).toHaveLength(0);
  });

  const mistakes: [env: Env, said: string][] = [
    [{ CLAUDE_CODE_CLIENT_CERT: tls("client.pem") }, "must be set together"],
    [{ NODE_EXTRA_CA_CERTS: tls("missing.pem") }, "missing.pem cannot be read"],
    [{ NODE_EXTRA_CA_CERTS: import.meta.path }, "holds no PEM text"],
    [{ ANTHROPIC_CUSTOM_HEADERS: "just words" }, '"just words" is not of the form name: value'],
  ];
  test.each(mistakes)("a mistake is told: %j", async (env, words) => {
    const model = await firstModel("anthropic", "anthropic-messages");
    const asked = ask(model, { CLAUDE_CODE_USE_FOUNDRY: "1", ...env }, "k");
    expect(asked).rejects.toThrow(words);
  });

  test("the mode is off unless it is switched on", async () => {
    const model = await firstModel("anthropic", "anthropic-messages");
    const { CLAUDE_CODE_USE_FOUNDRY: _switch, ...env } = certificates;
    const machine = machineOf({ env, home: undefined, now: Date.now });
    const findKey = async () => ({ ok: true, key: "k", source: "environment" }) as const;
    const { deployment } = await wayTo(model, { machine, findKey });
    expect(deployment.tls).toBeUndefined();
  });
});

describe("Vertex", () => {
  test.each([
    ["global", "https://aiplatform.googleapis.com"],
    ["eu", "https://aiplatform.eu.rep.googleapis.com"],
    ["us-central1", "https://us-central1-aiplatform.googleapis.com"],
  ])("%s is served at %s", (location, host) => {
    expect(vertexHost(location)).toBe(host);
  });

  const place = { GOOGLE_CLOUD_PROJECT: "p-1", GOOGLE_CLOUD_LOCATION: "global" };
  const at = async (api: string, env: Env, key = "") => {
    const machine = machineOf({ env, home: undefined, now: Date.now });
    const findKey = async () => ({ ok: true, key, source: "environment" }) as const;
    return (await wayTo(await firstModel("google-vertex", api), { machine, findKey })).deployment;
  };

  test("its three formats have their addresses, also where the location is global", async () => {
    const resource = "https://aiplatform.googleapis.com/v1/projects/p-1/locations/global";
    expect((await at("google-vertex", place)).baseUrl).toBe("https://aiplatform.googleapis.com");
    expect((await at("openai-completions", place)).baseUrl).toBe(`${resource}/endpoints/openapi`);
    expect((await at("google-vertex", {}, "key")).baseUrl).toBe(
      "https://aiplatform.googleapis.com",
    );
    expect(at("google-vertex", { GCLOUD_PROJECT: "p" })).rejects.toThrow("GOOGLE_CLOUD_LOCATION");
  });

  function serviceAccount(): { file: string; signedBy: (assertion: string) => boolean } {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const file = join(workspace.home, "service.json");
    const tokens = serve(async (request) => {
      const form = new URLSearchParams(await request.text());
      const isSigned = signedBy(form.get("assertion") ?? "");
      return Response.json(isSigned ? { access_token: "ya29", expires_in: 3600 } : {});
    });
    const signedBy = (assertion: string): boolean => {
      const [header = "", claims = "", signature = ""] = assertion.split(".");
      const said: unknown = JSON.parse(Buffer.from(claims, "base64url").toString());
      expect(said).toMatchObject({ iss: "sa@p-1", aud: `${tokens}/token` });
      const signed = Buffer.from(`${header}.${claims}`);
      return verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url"));
    };
    const key = privateKey.export({ type: "pkcs8", format: "pem" });
    const account = {
      type: "service_account",
      client_email: "sa@p-1",
      private_key: key,
      token_uri: `${tokens}/token`,
      quota_project_id: "billed",
    };
    writeFileSync(file, JSON.stringify(account));
    return { file, signedBy };
  }

  test("a service account's token is fetched and sent", async () => {
    await using models = startFakeModels();
    models.script(text("ok"));
    const env = { ...place, GOOGLE_APPLICATION_CREDENTIALS: serviceAccount().file };
    const model = { ...(await firstModel("google-vertex", "google-vertex")), baseUrl: models.url };
    expect(await ask(model, env)).toMatchObject(said("ok"));
    const [request] = models.requests;
    expect(request?.headers.get("authorization")).toBe("Bearer ya29");
    expect(request?.headers.get("x-goog-user-project")).toBe("billed");
    expect(request?.path).toStartWith(
      `/v1/projects/p-1/locations/global/publishers/google/models/${model.id}:streamGenerate`,
    );
  });

  test("a login's token is refreshed; its refusal is told", async () => {
    const file = join(workspace.home, ".config/gcloud/application_default_credentials.json");
    const tokens = serve(async (request) => {
      const form = new URLSearchParams(await request.text());
      return form.get("refresh_token") === "good"
        ? Response.json({ access_token: "user-token", expires_in: 3600 })
        : Response.json({ error: "invalid_grant", error_description: "Gone" }, { status: 400 });
    });
    const login = (refresh: string) =>
      JSON.stringify({
        type: "authorized_user",
        client_id: "c",
        client_secret: "s",
        refresh_token: refresh,
        token_uri: tokens,
      });
    mkdirSync(join(workspace.home, ".config/gcloud"), { recursive: true });
    await using models = startFakeModels();
    models.script(text("ok"));
    const model = { ...(await firstModel("google-vertex", "google-vertex")), baseUrl: models.url };
    writeFileSync(file, login("good"));
    expect(await ask(model, place)).toMatchObject(said("ok"));
    expect(models.requests[0]?.headers.get("authorization")).toBe("Bearer user-token");
    writeFileSync(file, login("bad"));
    expect((await ask(model, place)).errorMessage).toContain("answered 400: Gone");
  });

  test("Claude is named in the address, not in the body", async () => {
    const bodies: string[] = [];
    const paths: string[] = [];
    const server = serve(async (request) => {
      bodies.push(await request.text());
      paths.push(new URL(request.url).pathname);
      return new Response("busy", { status: 503 });
    });
    const model = await firstModel("google-vertex", "anthropic-messages");
    const env = { ...place, GOOGLE_APPLICATION_CREDENTIALS: serviceAccount().file };
    await ask({ ...model, baseUrl: server }, env);
    expect(paths).toEqual([
      `/v1/projects/p-1/locations/global/publishers/anthropic/models/${encodeURIComponent(model.id)}:streamRawPredict`,
    ]);
    const body: unknown = JSON.parse(bodies[0] ?? "");
    expect(body).toMatchObject({ anthropic_version: "vertex-2023-10-16", stream: true });
    expect(body).not.toHaveProperty("model");
  });
});

test("Azure: address, version, deployment's name and key", async () => {
  await using models = startFakeModels();
  models.script(text("ok"));
  const model = aModel({
    api: "azure-openai-responses",
    provider: "corp",
    id: "gpt-5",
    baseUrl: "https://unused.example",
  });
  const env = {
    AZURE_OPENAI_BASE_URL: `${models.url}/openai/v1`,
    AZURE_OPENAI_API_VERSION: "preview",
    AZURE_OPENAI_DEPLOYMENT_NAME_MAP: "gpt-5=team-gpt",
  };
  expect(await ask(model, env, "azure-key")).toMatchObject({ ...said("ok"), model: "gpt-5" });
  const [request] = models.requests;
  expect(request?.path).toBe("/openai/v1/responses");
  expect(request?.query.get("api-version")).toBe("preview");
  expect(request?.headers.get("api-key")).toBe("azure-key");
  expect(request?.json["model"]).toBe("team-gpt");
});

test("a discovered Ollama model is asked at /v1/responses", async () => {
  await using models = startFakeModels();
  models.script(text("ok"));
  const endpoint = { provider: "ollama", api: "openai-responses", baseUrl: models.url };
  const { models: found } = discoverOllama({ tags: { models: [{ name: "qwen3:8b" }] } }, endpoint);
  const model = found[0]?.model;
  if (model === undefined) throw new Error("nothing was discovered");
  expect(await ask(model, {})).toMatchObject(said("ok"));
  expect(models.requests[0]?.path).toBe("/v1/responses");
  expect(models.requests[0]?.headers.get("authorization")).toBeNull();
});
