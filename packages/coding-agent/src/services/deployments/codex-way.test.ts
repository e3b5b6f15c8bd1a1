// Codex over a WebSocket as the setting and the environment want it, from the model access down to the wire and in
// the binary.
import { describe, expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import {
  type FakeModels,
  httpError,
  reset,
  stall,
  startFakeModels,
  text,
} from "@oh-my-pi/pi-testkit/llm";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../platform/exit-codes.ts";
import { createOmp } from "../../testing/omp-process.ts";
import { ModelAccess } from "../model-access.ts";
import { machineOf } from "./machine.ts";
import type { SocketPolicy } from "./way.ts";

const HANDSHAKE = "GET /backend-api/codex/responses";
const LOST = [text("x"), reset({ afterBytes: 0 })];

const modelOf = (server: FakeModels): Model => ({
  id: "codex-1",
  name: "Codex 1",
  provider: "own",
  api: "openai-codex-responses",
  baseUrl: `${server.url}/backend-api`,
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 100_000,
  maxTokens: 1000,
});

function accessWith(socketPolicy: SocketPolicy | undefined, env: Record<string, string> = {}) {
  return new ModelAccess({
    machine: machineOf({ env, home: undefined, now: Date.now }),
    store: undefined,
    ...(socketPolicy && { socketPolicy }),
    findKey: async () => ({ ok: true, key: "k", source: "environment" }),
    isBearer: () => false,
    isLocal: () => false,
  });
}

function ask(access: ModelAccess, server: FakeModels) {
  const messages = [{ role: "user", content: "hi", timestamp: 0 } as const];
  const request = { model: modelOf(server), system: ["Be."], messages, tools: [], options: {} };
  return access.stream(request, { signal: new AbortController().signal });
}

const answerOf = async (access: ModelAccess, server: FakeModels) =>
  (await ask(access, server).result()).content;

const transports = (server: FakeModels) => server.requests.map(({ transport }) => transport);

describe("the setting", () => {
  const cases: [SocketPolicy | undefined, Record<string, string>, "http" | "websocket"][] = [
    ["auto", {}, "websocket"],
    ["on", {}, "websocket"],
    ["off", {}, "http"],
    [undefined, {}, "http"],
    ["off", { PI_CODEX_WEBSOCKET: "1" }, "websocket"],
    ["auto", { PI_CODEX_WEBSOCKET: "true" }, "websocket"],
    ["auto", { PI_CODEX_WEBSOCKET: "0" }, "http"],
    ["on", { PI_CODEX_WEBSOCKET: "false" }, "http"],
  ];
  for (const [policy, env, transport] of cases) {
    test(`${policy} with ${JSON.stringify(env)} means ${transport}`, async () => {
      await using server = startFakeModels();
      server.script(text("ok"));
      const access = accessWith(policy, env);
      expect(await answerOf(access, server)).toMatchObject([{ text: "ok" }]);
      expect(transports(server)).toEqual([transport]);
      expect(server.requests[0]?.headers.get("authorization")).toBe("Bearer k");
      await access.close();
    });
  }

  test("auto goes back to HTTP where there is no WebSocket, on says so", async () => {
    await using server = startFakeModels();
    server.route(HANDSHAKE, httpError(426));
    server.script(text("ok"));
    expect(await answerOf(accessWith("auto"), server)).toMatchObject([{ text: "ok" }]);
    const answer = await ask(accessWith("on"), server).result();
    expect(answer.errorMessage).toContain("refused a WebSocket connection");
    expect(transports(server)).toEqual(["http"]);
  });
});

test("one connection serves a conversation until the access is closed", async () => {
  await using server = startFakeModels();
  server.script(text("one"), text("two"), text("three"));
  const access = accessWith("on");
  await answerOf(access, server);
  await answerOf(access, server);
  await access.close();
  await answerOf(access, server);
  const keys = server.requests.map(({ headers }) => headers.get("sec-websocket-key"));
  expect(keys[0]).toBe(keys[1] ?? "");
  expect(new Set(keys).size).toBe(2);
  await access.close();
});

describe("the environment", () => {
  test("says how often a lost connection is tried again, and after which wait", async () => {
    await using server = startFakeModels();
    server.script(LOST, LOST, LOST);
    const access = accessWith("on", {
      PI_CODEX_WEBSOCKET_RETRY_BUDGET: "2",
      PI_CODEX_WEBSOCKET_RETRY_DELAY_MS: "1",
    });
    const answer = await ask(access, server).result();
    expect(answer.stopReason).toBe("error");
    expect(transports(server)).toEqual(["websocket", "websocket", "websocket"]);
  });

  test("says with 0 that it is not tried again", async () => {
    await using server = startFakeModels();
    server.script(LOST);
    const answer = await ask(
      accessWith("on", { PI_CODEX_WEBSOCKET_RETRY_BUDGET: "0" }),
      server,
    ).result();
    expect(answer.stopReason).toBe("error");
    expect(server.requests.length).toBe(1);
  });

  test.each([
    ["PI_CODEX_WEBSOCKET_IDLE_TIMEOUT_MS", "on", "stalled"],
    ["PI_OPENAI_STREAM_IDLE_TIMEOUT_MS", "off", "stalled"],
    ["PI_STREAM_IDLE_TIMEOUT_MS", "off", "stalled"],
  ] as const)("%s ends a silent response (sockets %s)", async (name, policy, message) => {
    await using server = startFakeModels();
    server.script([text("x"), stall()]);
    const answer = await ask(accessWith(policy, { [name]: "20" }), server).result();
    expect(answer.errorMessage).toContain(message);
    expect(await server.requests[0]?.outcome).toBe("clientGone");
  });

  test.each([
    ["PI_CODEX_WEBSOCKET_FIRST_EVENT_TIMEOUT_MS", "on"],
    ["PI_STREAM_FIRST_EVENT_TIMEOUT_MS", "off"],
  ] as const)("%s ends a response that never begins (sockets %s)", async (name, policy) => {
    await using server = startFakeModels();
    server.script([stall()]);
    const answer = await ask(accessWith(policy, { [name]: "20" }), server).result();
    expect(answer.errorMessage).toContain("no content within");
  });

  test.each([
    ["PI_CODEX_WEBSOCKET_RETRY_BUDGET", "many", "a whole number of at least 0"],
    ["PI_CODEX_WEBSOCKET_IDLE_TIMEOUT_MS", "0", "a whole number of at least 1"],
    ["PI_CODEX_WEBSOCKET_RETRY_DELAY_MS", "-5", "a whole number of at least 1"],
  ])("with a wrong %s is told so", async (name, value, message) => {
    await using server = startFakeModels();
    const failure = await accessWith("on", { [name]: value })
      .prepare(modelOf(server))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toContain(`${name}: "${value}" is not ${message}`);
  });
});

describe("the binary", () => {
  test.each([
    ["", "websocket"],
    ["providers: { openaiWebsockets: off }\n", "http"],
  ] as const)("with the settings %j asks over %s and ends", async (settings, transport) => {
    await using omp = createOmp("openai-codex-responses");
    writeFileSync(join(omp.workspace.home, ".omp/agent/config.yml"), settings);
    omp.models.script(text("hello from codex"));
    const { stdout, exitCode } = await omp.run(["--model", "fake/m", "-p", "hi"]);
    expect({ stdout, exitCode }).toEqual({ stdout: "hello from codex\n", exitCode: 0 });
    expect(transports(omp.models)).toEqual([transport]);
  });
});
