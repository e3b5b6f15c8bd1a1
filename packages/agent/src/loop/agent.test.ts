// LOOP-03, LOOP-04: a conversation that can be talked to, watched, aborted and changed.
import { describe, expect, test } from "bun:test";
import { checkEvents } from "../fixtures/event-laws.ts";
import { ManualClock, until } from "../fixtures/manual-clock.ts";
import {
  scriptedModel,
  type ScriptedModel,
  type Script,
  testModel,
  user,
} from "../fixtures/scripted-stream.ts";
import { historyProblems, names, tool } from "../fixtures/test-tools.ts";
import { createToolHost } from "../tool/host.ts";
import { allowAll } from "../tool/policy.ts";
import { Agent, AgentBusyError, type AgentOptions } from "./agent.ts";
import type { AgentEvent } from "./event.ts";
import type { PrefixBreak } from "./request-prefix.ts";

const done: Script = [{ text: "done" }];

function makeAgent(scripts: readonly Script[], options: Partial<AgentOptions> = {}) {
  const model = scriptedModel(scripts);
  const clock = new ManualClock();
  const agent = new Agent({
    stream: model.stream,
    toolHost: createToolHost({ policy: allowAll, clock }),
    clock,
    settings: { model: testModel, system: ["s"], tools: [tool("a"), tool("b")] },
    ...options,
  });
  const events: AgentEvent[] = [];
  agent.subscribe((event) => events.push(event));
  return { agent, model, events, clock };
}

function sentTexts({ requests }: ScriptedModel, index: number): string[] {
  return requests[index]!.messages.flatMap((message) =>
    message.role === "user" && typeof message.content !== "string"
      ? message.content.map((block) => (block.type === "text" ? block.text : ""))
      : [],
  );
}

describe("an agent", () => {
  test("keeps the conversation from run to run", async () => {
    const { agent, model, events } = makeAgent([done, done]);
    await agent.prompt("one");
    expect(checkEvents(events)).toEqual([]);
    await agent.prompt([user("two"), user("three")]);
    expect(agent.state.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "user",
      "assistant",
    ]);
    expect(sentTexts(model, 1)).toEqual(["one", "two", "three"]);
    expect(agent.state).toMatchObject({ isStreaming: false, streamMessage: undefined });
  });

  test("takes one prompt at a time and queues the rest", async () => {
    const { agent, model } = makeAgent([[{ call: "a" }], done, done]);
    const running = agent.prompt("one");
    expect(agent.state.isStreaming).toBe(true);
    expect(agent.prompt("two")).rejects.toThrow(AgentBusyError);
    expect(agent.continue()).rejects.toThrow(AgentBusyError);
    expect(() => agent.replaceMessages([])).toThrow(AgentBusyError);
    agent.followUp("later");
    agent.steer("now");
    await running;
    expect(sentTexts(model, 0)).toEqual(["one"]);
    expect(sentTexts(model, 1)).toEqual(["one", "now"]);
    expect(sentTexts(model, 2)).toEqual(["one", "now", "later"]);
  });

  test("shows what is going on at every event", async () => {
    const { agent } = makeAgent([[{ text: "x" }, { call: "a", id: "c" }], done]);
    const seen: string[] = [];
    agent.subscribe((event) => {
      const { streamMessage, pendingToolCalls, messages, isStreaming } = agent.state;
      const state = [streamMessage ? "writing" : "", [...pendingToolCalls].join(), messages.length];
      seen.push(`${event.type} ${state.join("/")} ${isStreaming}`);
    });
    await agent.prompt("go");
    expect(seen).toContain("message_update writing//1 true");
    expect(seen).toContain("tool_execution_start /c/2 true");
    expect(seen).toContain("tool_execution_end //2 true");
    expect(seen.at(-1)).toBe("agent_end //4 true");
    expect(agent.state.isStreaming).toBe(false);
  });

  test("survives listeners that throw, and stops telling those that left", async () => {
    const defects: unknown[] = [];
    const { agent, events } = makeAgent([done, done], {
      reports: { onDefect: (defect) => defects.push(defect) },
    });
    const leave = agent.subscribe(() => {
      throw new Error("listener");
    });
    await agent.prompt("one");
    const told = defects.length;
    expect(told).toBe(events.length);
    leave();
    await agent.prompt("two");
    expect(defects.length).toBe(told);
  });

  test("can be aborted and waited for", async () => {
    const { agent, events } = makeAgent([[{ text: "x" }, { hang: "deaf" }]]);
    const running = agent.prompt("go");
    await until(() => names(events).includes("message_update text_end"), "text");
    let isIdle = false;
    const idle = agent.waitForIdle().then(() => (isIdle = true));
    expect(isIdle).toBe(false);
    agent.abort();
    await Promise.all([running, idle]);
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: "aborted" });
    await agent.waitForIdle();
    agent.abort(); // nothing to abort is nothing to do
  });

  test("continues from a user or tool message, and from what is queued", async () => {
    const { agent, model } = makeAgent([done, done, done], { messages: [user("one")] });
    await agent.continue();
    expect(agent.continue()).rejects.toThrow(
      "Cannot continue: the last message is the assistant's.",
    );
    agent.followUp("two");
    await agent.continue();
    agent.steer("three");
    await agent.continue();
    expect(sentTexts(model, 2)).toEqual(["one", "two", "three"]);
    expect(makeAgent([]).agent.continue()).rejects.toThrow("there are no messages");
  });

  test("goes on with other messages after they were replaced", async () => {
    const { agent, model } = makeAgent([done, done]);
    await agent.prompt("one");
    agent.replaceMessages([user("summary of all before")]);
    agent.append(user("shell output"));
    await agent.prompt("two");
    expect(sentTexts(model, 1)).toEqual(["summary of all before", "shell output", "two"]);
  });

  test("changes between runs reach the next request, and what breaks its prefix is named", async () => {
    const breaks: PrefixBreak[] = [];
    const { agent, model } = makeAgent([done, done, done], {
      reports: { onPrefixBreak: (broken) => breaks.push(broken) },
    });
    await agent.prompt("one");
    const [a, b] = agent.state.tools;
    agent.configure({ tools: [tool("c"), b!, a!], system: ["s", "t"] });
    await agent.prompt("two");
    expect(breaks).toEqual([]);
    expect(model.requests[1]?.tools.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    agent.configure({ tools: [b!], system: ["other"] });
    await agent.prompt("three");
    expect(model.requests[2]?.tools.map(({ name }) => name)).toEqual(["b"]);
    expect(model.requests[2]?.system).toEqual(["other"]);
    expect(breaks).toEqual([
      { segment: "system[0]", change: "changed", isApplied: true },
      { segment: "tool:a", change: "removed", isApplied: true },
      { segment: "tool:c", change: "removed", isApplied: true },
    ]);
  });

  test("changes during a run reach it, and its model", async () => {
    const { agent, model } = makeAgent([[{ call: "grow" }], [{ call: "late" }], done]);
    const other = { ...testModel, id: "other" };
    const grow = tool("grow", () => {
      agent.configure({ tools: [grow, tool("late")], model: other });
      return "grown";
    });
    agent.configure({ tools: [grow] });
    await agent.prompt("go");
    expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 2, 2]);
    expect(model.requests.map(({ model: asked }) => asked.id)).toEqual(["m", "other", "other"]);
    expect(agent.state.messages.filter(({ role }) => role === "toolResult")).toHaveLength(2);
  });

  test("aborted synchronously at every event ends with a valid conversation", async () => {
    const scripts: Script[] = [
      [{ thinking: "hm" }, { text: ["a", "b"] }, { call: "a" }, { call: "b" }],
      [{ call: "a", args: { second: 1 } }],
      done,
    ];
    const whole = makeAgent(scripts);
    await whole.agent.prompt("go");
    for (const place of whole.events.keys()) {
      const { agent, events } = makeAgent(scripts);
      agent.subscribe(() => {
        if (events.length === place + 1) agent.abort();
      });
      await agent.prompt("go");
      expect([place, ...checkEvents(events), ...historyProblems(agent.state.messages)]).toEqual([
        place,
      ]);
      const isLate = names(whole.events).lastIndexOf("message_end assistant") <= place;
      const last = agent.state.messages.at(-1);
      const stopped = last?.role === "assistant" ? last.stopReason : "aborted";
      expect([place, stopped]).toEqual([place, isLate ? "stop" : "aborted"]);
    }
  });
});
