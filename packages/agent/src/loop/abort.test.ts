// G12: an abort at any moment leaves a conversation that can be sent.
import { describe, expect, test } from "bun:test";
import { ManualClock, settle } from "../fixtures/manual-clock.ts";
import { scriptedModel, type Script, testModel, user } from "../fixtures/scripted-stream.ts";
import { names, resultTexts, runScript, tool } from "../fixtures/test-tools.ts";
import { createToolHost } from "../tool/host.ts";
import { allowAll } from "../tool/policy.ts";
import { Agent } from "./agent.ts";
import { MessageQueue } from "./message-queue.ts";

const full: Script[] = [
  [
    { thinking: ["hm", " so"] },
    { text: ["Let ", "me"] },
    { call: "a", json: ['{"x":', "1}"] },
    { call: "b" },
    { call: "X" },
  ],
  [{ text: "almost" }, { call: "a", args: { y: 1 } }],
  [{ text: "done" }],
];
const tools = [
  tool("a"),
  tool("b", async ({ progress }) => {
    progress({ content: "half" });
    await settle();
    return "b done";
  }),
  tool("X", undefined, { concurrency: "exclusive" }),
];

describe("an abort", () => {
  test("at every event of a run leaves a valid conversation and ends it", async () => {
    const { events } = await runScript(full, { tools });
    const places = names(events);
    for (const place of places.keys()) {
      const controller = new AbortController();
      let count = 0;
      const aborted = await runScript(full, {
        tools,
        signal: controller.signal,
        onEvent: () => {
          if (count++ === place) controller.abort();
        },
      });
      // runScript has checked the laws; what is left is that it ended soon and said why
      expect(names(aborted.events).at(-1)).toBe("agent_end");
      const response = aborted.messages.findLast((message) => message.role === "assistant");
      if (response?.role !== "assistant") throw new Error(`no response at ${place}`);
      if (response.stopReason !== "stop") {
        expect(response).toMatchObject({
          stopReason: "aborted",
          errorMessage: "Request was aborted",
        });
      }
    }
    expect(places.length).toBeGreaterThan(50);
  });

  test("before the start says so, and asks nobody", async () => {
    const model = scriptedModel([]);
    const { messages } = await runScript(model.stream, { signal: AbortSignal.abort() });
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant"]);
    expect(messages[1]).toMatchObject({ stopReason: "aborted", content: [] });
    expect(model.requests).toEqual([]);
  });

  test.each(["abortable", "deaf"] as const)("ends a response from a %s sender", async (hang) => {
    const controller = new AbortController();
    const { messages } = await runScript([[{ text: "begun" }, { call: "a" }, { hang }]], {
      tools,
      signal: controller.signal,
      onEvent: (event) => {
        if (
          event.type === "message_update" &&
          event.assistantMessageEvent.type === "toolcall_end"
        ) {
          controller.abort();
        }
      },
    });
    expect(messages[1]).toMatchObject({
      stopReason: "aborted",
      errorMessage: "Request was aborted",
      content: [{ text: "begun" }, { name: "a" }],
    });
    expect(resultTexts(messages)).toEqual(["a: Tool execution was aborted"]);
  });

  test("keeps a late sender out of the conversation", async () => {
    const controller = new AbortController();
    let late: (() => void) | undefined;
    const { stream } = scriptedModel([[{ text: "begun" }, { hang: "deaf" }]]);
    const { messages } = await runScript(
      (request, call) => {
        const source = stream(request, call);
        return {
          result: () => source.result(),
          async *[Symbol.asyncIterator]() {
            for await (const event of source) {
              late = () => {
                if ("partial" in event) event.partial.content.push({ type: "text", text: "late" });
              };
              yield event;
            }
          },
        };
      },
      {
        signal: controller.signal,
        onEvent: (event) => {
          if (event.type === "message_update") controller.abort();
        },
      },
    );
    late?.();
    expect(JSON.stringify(messages[1])).not.toContain("late");
  });

  test("does not wait for a tool that hangs longer than its grace", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const host = createToolHost({
      policy: allowAll,
      clock,
      abort: { graceMs: 50, nonAbortableGraceMs: 50 },
    });
    const ended = runScript([[{ call: "hang" }, { call: "next" }]], {
      tools: [
        tool("hang", () => new Promise(() => undefined), { concurrency: "exclusive" }),
        tool("next"),
      ],
      signal: controller.signal,
      clock,
      toolHost: host,
      onEvent: (event) => {
        if (event.type === "tool_execution_start") controller.abort();
      },
    });
    await settle();
    await clock.advance(50);
    const { messages } = await ended;
    expect(resultTexts(messages)).toEqual([
      "hang: Tool execution was aborted",
      "next: Tool execution was aborted",
    ]);
    expect(messages.at(-1)).toMatchObject({ stopReason: "aborted" });
  });

  test("when all is said does not start what is queued for later", async () => {
    const agent = new Agent({
      stream: scriptedModel([[{ text: "done" }]]).stream,
      toolHost: createToolHost({ policy: allowAll }),
      settings: { model: testModel, system: [], tools: [] },
    });
    agent.followUp("later");
    agent.subscribe((event) => {
      if (event.type === "turn_end") agent.abort();
    });
    await agent.prompt("go");
    expect(agent.state.messages).toHaveLength(2);
    expect(agent.followUps.pending).toHaveLength(1);
  });

  test("loses nothing that waits to be said", async () => {
    const controller = new AbortController();
    const steering = new MessageQueue();
    const followUp = new MessageQueue();
    followUp.push(user("later"));
    await runScript(full, {
      tools,
      queues: { steering, followUp },
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type !== "tool_execution_end" || controller.signal.aborted) return;
        steering.push(user("stop"));
        controller.abort();
      },
    });
    expect(steering.pending).toEqual([user("stop")]);
    expect(followUp.pending).toEqual([user("later")]);
  });
});

describe("what breaks from outside", () => {
  test.each([
    ["a stream that throws", [{ text: "x" }, { throw: new Error("socket") }], "socket"],
    ["a stream that just ends", [{ drop: true }], "The response ended before it was complete."],
    [
      "a stream that ends in a call",
      [{ call: "a" }, { drop: true }],
      "The response ended before it was complete.",
    ],
  ] as [string, Script, string][])("%s is a failed response", async (_, script, errorMessage) => {
    const { messages } = await runScript([script], { tools });
    const response = messages.find((message) => message.role === "assistant");
    expect(response).toMatchObject({ stopReason: "error", errorMessage });
  });

  test("a stream function that throws is a failed response", async () => {
    const { messages } = await runScript([]);
    expect(messages[1]).toMatchObject({
      stopReason: "error",
      errorMessage: "Request 1 was not scripted",
    });
  });

  test.each([
    ["convertToLlm", { convertToLlm: fail }],
    ["transformContext", { transformContext: fail }],
    ["refresh", { refresh: fail }],
    ["requestOptions", { requestOptions: fail }],
  ])("%s that throws ends the run with its message", async (_, config) => {
    const defects: unknown[] = [];
    const { messages } = await runScript([], {
      ...config,
      reports: { onDefect: (defect) => defects.push(defect) },
    });
    expect(messages.at(-1)).toMatchObject({ stopReason: "error", errorMessage: "broken" });
    expect(defects).toHaveLength(1);
  });

  test("a message that cannot be kept ends the run, with every call answered", async () => {
    for (let failAt = 1; failAt <= 6; failAt++) {
      let commits = 0;
      const { messages } = await runScript(full, {
        tools,
        reports: {
          commit: async () => {
            await settle();
            if (++commits === failAt) throw new Error("disk full");
          },
        },
      });
      expect(messages.at(-1)).toMatchObject({ stopReason: "error", errorMessage: "disk full" });
    }
  });

  test("a queue that throws ends the run, with every call answered and nothing left running", async () => {
    let running = 0;
    const slow = tool("slow", async () => {
      running++;
      for (let round = 0; round < 5; round++) await settle();
      running--;
      return "slowly";
    });
    const steering = { hasPending: fail, take: () => [] };
    const { messages } = await runScript([[{ call: "slow" }, { call: "a" }]], {
      tools: [...tools, slow],
      queues: { steering },
    });
    expect(running).toBe(0);
    expect(resultTexts(messages)).toEqual(["a: a done", "slow: slowly"]);
    expect(messages.at(-1)).toMatchObject({ stopReason: "error", errorMessage: "broken" });
  });

  test("whoever is told of something cannot break the run by throwing", async () => {
    const told: string[] = [];
    const throwing = (name: string) => (): never => {
      told.push(name);
      throw new Error(name);
    };
    const leaky = { text: "analysis to=functions.edit code" };
    let round = 0;
    const { messages } = await runScript([[{ call: "a" }], [leaky], [{ text: "done" }]], {
      tools,
      refresh: () => ({ system: [`changed ${round++}`], tools }),
      guards: { harmony: { isTarget: () => true, onLeak: throwing("leak") } },
      reports: { onDefect: throwing("defect"), onPrefixBreak: throwing("break") },
    });
    expect(messages.at(-1)).toMatchObject({ stopReason: "stop" });
    expect(new Set(told)).toEqual(new Set(["leak", "defect", "break"]));
  });

  test("messages are kept one after the other, in the order of the conversation", async () => {
    const log: string[] = [];
    let waits = 5;
    const { messages } = await runScript(
      [[{ call: "a" }, { call: "b" }, { call: "a", args: { n: 2 } }], [{ text: "done" }]],
      {
        tools,
        reports: {
          commit: async (message) => {
            log.push(`begin ${message.role}`);
            for (let round = waits--; round > 0; round--) await settle(); // each faster than the last
            log.push(`end ${message.role}`);
          },
        },
      },
    );
    const order = messages.flatMap(({ role }) => [`begin ${role}`, `end ${role}`]);
    expect(log).toEqual(order);
  });

  function fail(): never {
    throw new Error("broken");
  }
});
