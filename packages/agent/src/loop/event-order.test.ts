// LOOP-01: the events of a run, their order and what they carry.
import { describe, expect, test } from "bun:test";
import { user } from "../fixtures/scripted-stream.ts";
import { names, resultTexts, runScript, tool } from "../fixtures/test-tools.ts";
import { toDeltaEvent } from "./event.ts";
import observed from "./fixtures/event-order.json";
import { MessageQueue } from "./message-queue.ts";

describe("events", () => {
  test("come in the observed order: prompt, steering, three calls, answer", async () => {
    const steering = new MessageQueue();
    steering.push(user("s"));
    const added = Promise.withResolvers<string>();
    const readFile = Promise.withResolvers<string>();
    const { events } = await runScript(
      [
        [
          { call: "host_add", args: { a: 1 } },
          { call: "read", args: { _i: "r", path: "db://t/1" } },
          { call: "ask", args: { questions: [] } },
        ],
        [{ text: "done" }],
      ],
      {
        queues: { steering },
        tools: [tool("host_add", () => added.promise), tool("read", () => readFile.promise)],
        onEvent(event) {
          if (event.type !== "message_end" || event.message.role !== "toolResult") return;
          if (event.message.toolName === "ask") added.resolve("42");
          if (event.message.toolName === "host_add") readFile.resolve("1:row");
        },
      },
    );
    const got = names(events);
    // which of two calls is told of first is open; what is told of each call, and all else, is not
    expect(got.toSorted()).toEqual(observed.events.toSorted());
    for (const one of ["host_add", "read", "ask"]) {
      expect(got.filter((name) => name.includes(one))).toEqual(
        observed.events.filter((name) => name.includes(one)),
      );
    }
    const isOfCall = (name: string): boolean => /tool_execution|toolResult/.test(name);
    expect(got.filter((name) => !isOfCall(name))).toEqual(
      observed.events.filter((name) => !isOfCall(name)),
    );
    expect(got.findLastIndex(isOfCall)).toBe(observed.events.findLastIndex(isOfCall));
  });

  test("of a call carry arguments without the intent, and the intent beside them", async () => {
    const { events, messages } = await runScript(
      [[{ call: "read", args: { _i: " look ", path: "a" } }], [{ text: "done" }]],
      { tools: [tool("read", (_context, args) => JSON.stringify(args))] },
    );
    const start = events.find((event) => event.type === "tool_execution_start");
    expect(start).toEqual({
      type: "tool_execution_start",
      toolCallId: "call_0_0",
      toolName: "read",
      args: { path: "a" },
      intent: "look",
    });
    expect(resultTexts(messages)).toEqual(['read: {"path":"a"}']);
    const response = messages.find((message) => message.role === "assistant");
    expect(response?.content[0]).toMatchObject({ arguments: { _i: " look " }, intent: "look" });
  });

  test("of results are in the order in which calls end, and so is the conversation", async () => {
    const slow = Promise.withResolvers<string>();
    const { events, messages } = await runScript(
      [[{ call: "slow" }, { call: "fast" }], [{ text: "done" }]],
      {
        tools: [tool("slow", () => slow.promise), tool("fast")],
        onEvent: (event) => {
          if (event.type === "tool_execution_end") slow.resolve("slow done");
        },
      },
    );
    expect(resultTexts(messages)).toEqual(["fast: fast done", "slow: slow done"]);
    const turn = events.find((event) => event.type === "turn_end");
    expect(turn?.type === "turn_end" && resultTexts(turn.toolResults)).toEqual([
      "fast: fast done",
      "slow: slow done",
    ]);
  });

  test("for a wire hold the delta and not what came before it", async () => {
    const { events } = await runScript([[{ text: ["a".repeat(5000), "b"] }]]);
    const deltas = events.filter((event) => event.type === "message_update").map(toDeltaEvent);
    expect(JSON.stringify(deltas[2])).toBe(
      '{"type":"message_update","assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"b"}}',
    );
    const others = events.filter((event) => event.type !== "message_update");
    expect(others.map(toDeltaEvent)).toEqual(others);
  });
});
