// However a response breaks off, the conversation that holds it can be sent on, to any model, in any
// format: after every wire event, and between any two tool results.
import { describe, expect, test } from "bun:test";
import type { Message } from "../model/message.ts";
import type { Protocol } from "../model/protocol.ts";
import anthropicMessages from "../protocols/anthropic-messages/anthropic-messages.ts";
import ollamaChat from "../protocols/ollama-chat/ollama-chat.ts";
import openaiCompletions from "../protocols/openai-completions/openai-completions.ts";
import { play } from "../testing/play.ts";
import { aModel, aRequest, READ_TOOL, result, text, user } from "../testing/requests.ts";

const block = (index: number, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
});
const part = (index: number, delta: object) => ({ type: "content_block_delta", index, delta });
const close = (index: number) => ({ type: "content_block_stop", index });
const chat = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ delta, finish_reason }],
});
const use = (id: string) => ({ type: "tool_use", id, name: "read", input: {} });
const json = (partial_json: string) => ({ type: "input_json_delta", partial_json });
const piece = (index: number, fn: object, id?: string) => ({
  tool_calls: [{ index, ...(id && { id }), function: fn }],
});

const RESPONSES: [Protocol, object[]][] = [
  [
    anthropicMessages,
    [
      { type: "message_start", message: { id: "m" } },
      block(0, { type: "thinking", thinking: "" }),
      part(0, { type: "thinking_delta", thinking: "hm" }),
      part(0, { type: "signature_delta", signature: "sig" }),
      close(0),
      block(1, { type: "redacted_thinking", data: "opaque" }),
      close(1),
      block(2, { type: "text", text: "" }),
      part(2, { type: "text_delta", text: " " }),
      part(2, { type: "text_delta", text: "Looking. " }),
      close(2),
      block(3, use("toolu_1")),
      part(3, json('{"path":"a')),
      part(3, json('.ts"}')),
      close(3),
      block(4, use("toolu_2")),
      part(4, json("{}")),
      close(4),
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
      { type: "message_stop" },
    ],
  ],
  [
    openaiCompletions,
    [
      chat({ role: "assistant", content: "" }),
      chat({ reasoning_content: "hm" }),
      chat({ content: " " }),
      chat({ content: "Looking. " }),
      chat(piece(0, { name: "read", arguments: "" }, "call_1")),
      chat(piece(0, { arguments: '{"path":"a' })),
      chat(piece(0, { arguments: '.ts"}' })),
      chat(piece(1, { name: "read", arguments: "{}" }, "call_2")),
      chat({}, "tool_calls"),
    ],
  ],
  [
    ollamaChat,
    [
      { message: { thinking: "hm" } },
      { message: { content: "Looking. " } },
      { message: { tool_calls: [{ function: { name: "read", arguments: { path: "a" } } }] } },
      { message: { tool_calls: [{ function: { name: "read", arguments: {} } }] } },
      { message: {}, done: true },
    ],
  ],
];

/** Same model, and others over every format. */
const TARGETS = RESPONSES.flatMap(([protocol]) =>
  ["model-1", "claude-sonnet-4-5", "claude-opus-5"].map((id) => ({
    protocol,
    model: aModel({ api: protocol.api, id, reasoning: true }),
  })),
);

for (const { protocol } of TARGETS) await protocol.prepare?.();

function expectSendable(history: Message[]): void {
  for (const { protocol, model } of TARGETS) {
    for (const effort of ["high", undefined] as const) {
      const options = effort === undefined ? {} : { effort };
      const body = protocol.body(aRequest(model, history, options, { tools: [READ_TOOL] }));
      expect(protocol.validate(body)).toEqual([]);
    }
  }
}

describe.each(RESPONSES)("$api", (protocol, wire) => {
  test("after any event", () => {
    for (let count = 0; count <= wire.length; count++) {
      for (const kind of ["aborted", "network"] as const) {
        const { message } = play(protocol, wire.slice(0, count), {
          kind,
          message: "",
          retryable: false,
        });
        expectSendable([user("hi"), message, user("go on")]);
        expectSendable([user("hi"), message]);
      }
    }
  });

  test("between any two results", () => {
    const { message } = play(protocol, wire);
    const calls = message.content.filter((each) => each.type === "toolCall");
    expect(calls.length).toBe(2);
    for (let count = 0; count <= calls.length; count++) {
      const results = calls.slice(0, count).map(({ id, name }) => result(id, name, [text("ok")]));
      expectSendable([user("hi"), message, ...results]);
      expectSendable([user("hi"), message, ...results, user("stop that")]);
      expectSendable([user("hi"), message, ...results.toReversed(), user("stop that")]);
    }
  });
});
