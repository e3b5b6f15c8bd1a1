// The laws of the unified stream hold for any order of calls that a protocol might make: blocks start
// and end once, deltas lie between, indices match the message, one terminal event, nothing after it.
import { describe, expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import fc from "fast-check";
import { type AssistantMessageEvent, isTerminal } from "./event.ts";
import { MessageBuilder } from "./message-builder.ts";

const model: Model = {
  id: "m",
  name: "M",
  api: "anthropic-messages",
  provider: "p",
  baseUrl: "http://localhost",
  reasoning: true,
  input: ["text"],
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  contextWindow: 1000,
  maxTokens: 100,
};

function collect(): { builder: MessageBuilder; events: AssistantMessageEvent[] } {
  const events: AssistantMessageEvent[] = [];
  let clock = 1000;
  const builder = new MessageBuilder({
    model,
    startedAtMs: clock,
    now: () => (clock += 5),
    emit: (event) => events.push(event),
  });
  return { builder, events };
}

describe("one response", () => {
  test("text, thinking and a tool call become blocks in order", () => {
    const { builder, events } = collect();
    builder.start("msg_1");
    builder.thinking(0, "hm");
    builder.sign(0, "sig");
    builder.close(0);
    builder.text(1, "Hel");
    builder.text(1, "lo");
    builder.close(1);
    builder.toolCall(2, { id: "t1", name: "read" });
    builder.toolArguments(2, '{"path":"a');
    expect(builder.message.content[2]).toMatchObject({ arguments: { path: "a" } });
    builder.toolArguments(2, '.ts"}');
    builder.usage({ input: 1_000_000, output: 1_000_000 });
    builder.finish("toolUse");
    expect(events.map((event) => event.type)).toEqual([
      "start",
      "thinking_start",
      "thinking_delta",
      "thinking_end",
      "text_start",
      "text_delta",
      "text_delta",
      "text_end",
      "toolcall_start",
      "toolcall_delta",
      "toolcall_delta",
      "toolcall_end",
      "done",
    ]);
    expect(builder.message).toMatchObject({
      responseId: "msg_1",
      stopReason: "toolUse",
      content: [
        { type: "thinking", thinking: "hm", thinkingSignature: "sig" },
        { type: "text", text: "Hello" },
        { type: "toolCall", id: "t1", name: "read", arguments: { path: "a.ts" } },
      ],
      usage: { totalTokens: 2_000_000, cost: { input: 3, output: 15, total: 18 } },
    });
    expect(builder.message.ttft).toBeGreaterThan(0);
  });

  test("a stop with tool calls means toolUse, toolUse without any means stop", () => {
    const withCall = collect();
    withCall.builder.toolCall("a", { id: "1", name: "x" });
    withCall.builder.finish("stop");
    expect(withCall.builder.message.stopReason).toBe("toolUse");
    const without = collect();
    without.builder.finish("toolUse");
    expect(without.builder.message.stopReason).toBe("stop");
  });

  test("arguments that are no object become an empty one, a missing id is made up", () => {
    const { builder } = collect();
    builder.toolCall(0, { name: "x" });
    builder.toolArguments(0, "[1,2]");
    builder.finish("toolUse");
    expect(builder.message.content[0]).toMatchObject({ id: "call_0", arguments: {} });
  });

  test("a failure keeps what came and says why", () => {
    const { builder, events } = collect();
    builder.text(0, "par");
    builder.fail({ kind: "overloaded", message: "busy", retryable: true, status: 529 });
    expect(builder.failure?.kind).toBe("overloaded");
    expect(events.at(-1)).toMatchObject({ type: "error", reason: "error" });
    expect(builder.message).toMatchObject({
      stopReason: "error",
      errorMessage: "busy",
      errorStatus: 529,
      content: [{ text: "par" }],
    });
  });
});

const step = fc.record({
  call: fc.constantFrom("text", "thinking", "tool", "args", "close", "usage", "finish", "fail"),
  key: fc.nat(3),
  delta: fc.string({ maxLength: 4 }),
});

test("the laws hold for any sequence of calls", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { builder, events } = collect();
      for (const { call, key, delta } of steps) {
        if (call === "text") builder.text(key, delta);
        else if (call === "thinking") builder.thinking(key, delta);
        else if (call === "tool") builder.toolCall(key, { id: `id${key}`, name: "n" });
        else if (call === "args") builder.toolArguments(key, delta);
        else if (call === "close") builder.close(key);
        else if (call === "usage") builder.usage({ output: key });
        else if (call === "finish") builder.finish("stop");
        else builder.fail({ kind: "network", message: "x", retryable: true });
      }
      builder.finish("stop");
      checkLaws(events, builder);
    }),
    { numRuns: 500 },
  );
});

function checkLaws(events: readonly AssistantMessageEvent[], builder: MessageBuilder): void {
  expect(events[0]?.type).toBe("start");
  expect(events.filter(isTerminal).length).toBe(1);
  expect(isTerminal(events.at(-1) as AssistantMessageEvent)).toBe(true);
  const open = new Map<number, string>();
  const text = new Map<number, string>();
  for (const event of events) {
    if (!("contentIndex" in event)) continue;
    const [kind, phase] = event.type.split("_") as [string, string];
    if (phase === "start") {
      expect(text.has(event.contentIndex)).toBe(false);
      open.set(event.contentIndex, kind);
      text.set(event.contentIndex, "");
    } else {
      expect(open.get(event.contentIndex)).toBe(kind);
      if ("delta" in event) {
        text.set(event.contentIndex, text.get(event.contentIndex) + event.delta);
      } else open.delete(event.contentIndex);
    }
  }
  expect(open.size).toBe(0);
  expect(text.size).toBe(builder.message.content.length);
  for (const [index, block] of builder.message.content.entries()) {
    if (block.type === "text") expect(block.text).toBe(text.get(index) as string);
    if (block.type === "thinking") expect(block.thinking).toBe(text.get(index) as string);
  }
}
