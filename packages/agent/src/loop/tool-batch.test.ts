// LOOP-05 to LOOP-09: scheduling, steering, one result for each call, repeated calls.
import { describe, expect, test } from "bun:test";
import { until } from "../fixtures/manual-clock.ts";
import { type Script, user } from "../fixtures/scripted-stream.ts";
import {
  names,
  resultTexts,
  runScript,
  type TestRunOptions,
  tool,
} from "../fixtures/test-tools.ts";
import { createToolHost } from "../tool/host.ts";
import { allowAll } from "../tool/policy.ts";
import { ToolFailure } from "../tool/tool-failure.ts";
import { MessageQueue } from "./message-queue.ts";

const done: Script = [{ text: "done" }];

describe("scheduling", () => {
  /** Runs tools that end only when told to; gives what was running at each start. */
  async function schedule(calls: readonly string[]) {
    const running = new Set<string>();
    const log: string[] = [];
    const gates = new Map(calls.map((name) => [name, Promise.withResolvers<void>()]));
    const tools = calls.map((name) =>
      tool(
        name,
        async () => {
          running.add(name);
          log.push([...running].join("+"));
          await gates.get(name)!.promise;
          running.delete(name);
          return name;
        },
        { concurrency: name.startsWith("X") ? "exclusive" : "shared" },
      ),
    );
    const ended = runScript([calls.map((name) => ({ call: name })), done], { tools });
    for (const name of calls) {
      await until(() => running.has(name), `${name} to run`);
      gates.get(name)!.resolve();
    }
    await ended;
    return log;
  }

  test.each([
    [
      ["a", "b", "c"],
      ["a", "a+b", "a+b+c"],
    ],
    [
      ["a", "b", "X", "d"],
      ["a", "a+b", "X", "d"],
    ],
    [
      ["X1", "X2"],
      ["X1", "X2"],
    ],
    [
      ["X", "a", "b"],
      ["X", "a", "a+b"],
    ],
  ])("%j", async (calls, log) => {
    expect(await schedule(calls)).toEqual(log);
  });
});

describe("every call gets one result", () => {
  test.each([
    ["an unknown tool", [{ call: "nosuch" }], {}, ["nosuch: Tool nosuch not found"]],
    [
      "a failing tool",
      [{ call: "a" }],
      { tools: [tool("a", () => Promise.reject(new ToolFailure("no")))] },
      ["a: no"],
    ],
    [
      "a malformed result",
      [{ call: "a" }],
      { tools: [tool("a", () => 42)] },
      ["a: The tool returned an invalid result: a value of type number."],
    ],
    [
      "a host that breaks its promise",
      [{ call: "a" }],
      { toolHost: { call: () => Promise.reject(new Error("host")) }, tools: [tool("a")] },
      ["a: Tool execution failed due to an error"],
    ],
    [
      "a blocked call",
      [{ call: "a" }],
      {
        tools: [tool("a")],
        toolHost: createToolHost({
          policy: allowAll,
          beforeToolCall: () => ({ block: true, reason: "Stop" }),
        }),
      },
      ["a: Stop"],
    ],
    [
      "one id used twice",
      [
        { call: "a", id: "same" },
        { call: "b", id: "same" },
      ],
      { tools: [tool("a"), tool("b")] },
      ["a: a done", "b: b done"],
    ],
    [
      "a call cut off by the length limit",
      [{ call: "a" }, { call: "b", json: ['{"text": "half'] }, { length: true }],
      { tools: [tool("a"), tool("b")] },
      [
        "b: This call was not run: the response reached its length limit before the call was complete. " +
          "Make a shorter call, or split the work into several.",
        "a: a done",
      ],
    ],
  ] as [string, Script, TestRunOptions, string[]][])("%s", async (_, script, options, results) => {
    const { messages } = await runScript([script, done], options);
    expect(resultTexts(messages).toSorted()).toEqual(results.toSorted());
    expect(messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "stop" });
  });

  test("a response that failed: its calls are answered and not made", async () => {
    let ran = false;
    const run = await runScript(
      [
        [
          { call: "a" },
          { fail: { kind: "server", message: "boom", retryable: true, status: 500 } },
        ],
      ],
      { tools: [tool("a", () => (ran = true))] },
    );
    expect(resultTexts(run.messages)).toEqual(["a: Tool execution failed due to an error"]);
    expect(ran).toBe(false);
    expect(run.messages[1]).toMatchObject({ stopReason: "error", errorMessage: "boom" });
    expect(names(run.events).slice(-6)).toEqual([
      "tool_execution_start a",
      "tool_execution_end a",
      "message_start toolResult:a",
      "message_end toolResult:a",
      "turn_end",
      "agent_end",
    ]);
  });

  test("a conversation left with open calls: they are answered before anything is said", async () => {
    const first = await runScript([[{ call: "a" }, { call: "b" }], done], {
      tools: [tool("a"), tool("b")],
    });
    const crashed = first.history.slice(0, 3); // user, response with two calls, one result
    const { messages } = await runScript([done], { context: { messages: crashed } });
    expect(messages.map((message) => message.role)).toEqual(["toolResult", "user", "assistant"]);
    expect(resultTexts(messages)).toEqual(["b: Tool execution was aborted"]);
  });
});

test("a provider that gives every call the same id: each has its own in the conversation", async () => {
  const same: Script = [
    { call: "a", id: "call_0" },
    { call: "a", id: "call_0", args: { n: 2 } },
  ];
  const { messages } = await runScript([same, same, done], {
    tools: [tool("a")],
    guards: { doomLoop: false },
  });
  const ids = messages.flatMap((message) =>
    message.role === "toolResult" ? [message.toolCallId] : [],
  );
  expect(ids).toEqual(["call_0", "call_0_2", "call_0_3", "call_0_4"]);
});

describe("steering", () => {
  function steeringRun(interruptMode: "immediate" | "wait", nonAbortable = false) {
    const steering = new MessageQueue();
    const seen: (boolean | undefined)[] = [];
    const waits = tool(
      "waits",
      ({ signal }) =>
        new Promise((resolve) => {
          const end = (): void => {
            seen.push(signal.aborted);
            resolve("waited");
          };
          signal.addEventListener("abort", end);
          if (interruptMode === "wait" || nonAbortable) setImmediate(end);
        }),
      { traits: { nonAbortable } },
    );
    const first = tool("first", () => {
      steering.push(user("stop"));
      return "first done";
    });
    const alone = tool("alone", undefined, { concurrency: "exclusive" });
    return runScript([[{ call: "waits" }, { call: "first" }, { call: "alone" }], done], {
      tools: [waits, first, alone],
      queues: { steering, interruptMode },
    }).then((run) => ({ ...run, seen }));
  }

  test("at once: a batch is cut short, what did not start is skipped", async () => {
    const { messages, seen } = await steeringRun("immediate");
    expect(resultTexts(messages)).toEqual([
      "first: first done",
      "waits: waited",
      "alone: Skipped due to queued user message.",
    ]);
    expect(seen).toEqual([true]);
    expect(messages.at(-2)).toEqual(user("stop"));
  });

  test("at once: a tool that must finish is not told", async () => {
    const { messages, seen } = await steeringRun("immediate", true);
    expect(resultTexts(messages).toSorted()).toEqual([
      "alone: Skipped due to queued user message.",
      "first: first done",
      "waits: waited",
    ]);
    expect(seen).toEqual([false]);
  });

  test("waiting: the batch finishes first", async () => {
    const { messages, seen } = await steeringRun("wait");
    expect(resultTexts(messages)).toEqual([
      "first: first done",
      "waits: waited",
      "alone: alone done",
    ]);
    expect(seen).toEqual([false]);
    expect(messages.at(-2)).toEqual(user("stop"));
  });

  test.each([
    ["one-at-a-time", ["go", "1", "", "2", "", "3", ""]],
    ["all", ["go", "1", "2", "3", ""]],
  ] as const)("%s is taken before each request", async (mode, order) => {
    const steering = new MessageQueue(mode);
    for (const text of ["1", "2", "3"]) steering.push(user(text));
    const { messages } = await runScript([done, done, done], { queues: { steering } });
    expect(messages.map(textOf)).toEqual([...order]);
    expect(steering.hasPending()).toBe(false);
  });

  test.each([
    ["one-at-a-time", ["go", "", "1", "", "2", ""]],
    ["all", ["go", "", "1", "2", ""]],
  ] as const)("follow-ups %s are taken when the run would end", async (mode, order) => {
    const followUp = new MessageQueue(mode);
    for (const text of ["1", "2"]) followUp.push(user(text));
    const { messages, events } = await runScript([done, done, done], { queues: { followUp } });
    expect(messages.map(textOf)).toEqual([...order]);
    expect(names(events).filter((name) => name === "agent_end")).toHaveLength(1);
  });

  function textOf(message: { role: string; content?: unknown }): string {
    const [block] = message.content as { text?: string }[];
    return message.role === "user" ? (block?.text ?? "") : "";
  }
});

describe("the same call with the same result", () => {
  const same: Script = [{ call: "poll", args: { id: 1 } }];

  test("is refused the third time in a row, and the model is told", async () => {
    let runs = 0;
    const poll = tool("poll", () => {
      runs++;
      return "nothing new";
    });
    const { messages } = await runScript([same, same, same, done], { tools: [poll] });
    expect(runs).toBe(2);
    expect(resultTexts(messages).at(-1)).toStartWith(
      "poll: This call was not run: poll was already called 2 times in a row",
    );
    expect(messages.at(-2)).toMatchObject({ isError: true });
  });

  test("ends the run when the model will not stop", async () => {
    const { messages, events } = await runScript(
      Array.from({ length: 5 }, () => same),
      { tools: [tool("poll")] },
    );
    expect(messages.at(-1)).toMatchObject({
      stopReason: "error",
      errorMessage: "Stopped: the model kept making the same call with the same result.",
    });
    expect(names(events).at(-1)).toBe("agent_end");
  });

  test.each([
    ["another result", { tools: [tool("poll", () => `${Math.random()}`)] }],
    ["a tool made for it", { tools: [tool("poll", undefined, { traits: { repeatable: true } })] }],
    ["the guard off", { tools: [tool("poll")], guards: { doomLoop: false } }],
    ["a higher limit", { tools: [tool("poll")], guards: { doomLoop: { repeats: 9 } } }],
  ] as [string, TestRunOptions][])("goes on with %s", async (_, options) => {
    const { messages } = await runScript([same, same, same, same, done], options);
    expect(resultTexts(messages).join()).not.toContain("not run");
  });

  test("goes on with another call or a user message in between", async () => {
    const other: Script = [{ call: "other" }];
    const tools = [tool("poll"), tool("other")];
    const mixed = await runScript([same, same, other, same, same, done], { tools });
    expect(resultTexts(mixed.messages).join()).not.toContain("not run");
    const steering = new MessageQueue();
    const spoken = await runScript([same, same, same, same, done], {
      tools,
      queues: { steering },
      onEvent: (event) => {
        if (event.type === "turn_end") steering.push(user("go on"));
      },
    }).catch((error: unknown) => error);
    expect(JSON.stringify(spoken)).not.toContain("not run");
  });
});
