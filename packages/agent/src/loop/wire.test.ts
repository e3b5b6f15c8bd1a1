// G3 and G12 on the wire: the loop against a server that speaks each protocol. Requests pass the protocol's
// own grammar, grow without changing, and do so after an abort at any event.
import { describe, expect, test } from "bun:test";
import { builtinProtocols } from "@oh-my-pi/pi-ai/builtin-protocols";
import { comparePrefix } from "@oh-my-pi/pi-ai/compare-prefix";
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import {
  type FakeModels,
  startFakeModels,
  text,
  thinking,
  toolCall,
} from "@oh-my-pi/pi-testkit/llm";
import { checkEvents } from "../fixtures/event-laws.ts";
import { testModel } from "../fixtures/scripted-stream.ts";
import { historyProblems, names, resultTexts, tool } from "../fixtures/test-tools.ts";
import { createToolHost } from "../tool/host.ts";
import { allowAll } from "../tool/policy.ts";
import { ToolFailure } from "../tool/tool-failure.ts";
import { Agent } from "./agent.ts";
import type { StreamFunction } from "./config.ts";
import type { AgentEvent } from "./event.ts";

const BASE_PATHS: Readonly<Record<string, string>> = {
  "ollama-chat": "",
  "bedrock-converse-stream": "",
  "google-generative-ai": "/v1beta",
};
/** Formats without a wire have nothing to show here. */
const LOCAL = new Set(["demo"]);
const apis = Object.keys(builtinProtocols).filter((api) => !LOCAL.has(api));

const tools = [
  tool("read", () => "1:text"),
  tool("fail", () => Promise.reject(new ToolFailure("no such file"))),
];
const firstTurn = [
  thinking("I should look.", { deltas: 2, signature: "c2ln" }),
  text("Looking.", { deltas: 2 }),
  toolCall("read", { path: "a.ts", _i: "look" }, { splitArgs: 2 }),
  toolCall("fail", {}),
];

function agentFor(api: string, server: FakeModels): { agent: Agent; events: AgentEvent[] } {
  const stream: StreamFunction = (request, { signal }) =>
    streamChat(request, { signal, mergeWindowMs: 0 });
  const baseUrl = server.url + (BASE_PATHS[api] ?? "/v1");
  const agent = new Agent({
    stream,
    toolHost: createToolHost({ policy: allowAll }),
    intentTracing: true,
    requestOptions: { effort: "low", maxTokens: 4000 },
    settings: {
      model: { ...testModel, api, baseUrl, reasoning: true },
      system: ["Be brief.", "You are a test."],
      tools,
    },
  });
  const events: AgentEvent[] = [];
  agent.subscribe((event) => events.push(event));
  return { agent, events };
}

function bodies(server: FakeModels): JsonObject[] {
  return server.requests.map(({ json }) => json as JsonObject);
}

describe.each(apis)("%s", (api) => {
  test("a run of several turns and prompts only adds to what was sent", async () => {
    using server = startFakeModels();
    server.script(firstTurn, toolCall("read", { path: "b.ts" }), text("done"), text("again"));
    const { agent, events } = agentFor(api, server);
    await agent.prompt("go");
    expect(checkEvents(events)).toEqual([]);
    await agent.prompt("and once more");
    expect(resultTexts(agent.state.messages)).toEqual([
      "read: 1:text",
      "fail: no such file",
      "read: 1:text",
    ]);
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: "stop" });
    const sent = bodies(server);
    expect(sent).toHaveLength(4);
    for (const [index, body] of sent.slice(1).entries()) {
      expect(comparePrefix(sent[index]!, body)).toBeUndefined();
    }
  });

  test("an abort at any event leaves what can be sent again", async () => {
    using server = startFakeModels({ isLooping: true });
    let turn = 0;
    server.script(() => (turn++ === 0 ? firstTurn : text("done")));
    const whole = agentFor(api, server);
    await whole.agent.prompt("go");
    const places = names(whole.events);
    expect(places.length).toBeGreaterThan(25);
    for (const place of places.keys()) {
      turn = 0;
      const { agent, events } = agentFor(api, server);
      const unsubscribe = agent.subscribe(() => {
        if (events.length === place + 1) agent.abort();
      });
      await agent.prompt("go");
      unsubscribe();
      expect([places[place]!, ...checkEvents(events)]).toEqual([places[place]!]);
      expect(historyProblems(agent.state.messages)).toEqual([]);
      const sentBefore = server.requests.length;
      turn = 1;
      await agent.prompt("go on");
      // a body that breaks the grammar is refused before it is sent
      expect([place, agent.state.messages.at(-1)]).toMatchObject([place, { stopReason: "stop" }]);
      expect(server.requests.length).toBe(sentBefore + 1);
    }
  });
});
