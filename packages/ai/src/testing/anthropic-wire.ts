// For tests only: requests to a local server that speaks the Messages format, and ways to consume what
// comes back.
import { expect } from "bun:test";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { type AssistantMessageEvent, type AssistantStream, isTerminal } from "../model/event.ts";
import type { ProviderErrorFacts } from "../model/provider-error.ts";
import type { ChatRequest } from "../model/request.ts";
import { type Answer, chunk, head, LAST_CHUNK } from "./wire-server.ts";

export function modelAt(baseUrl: string): Model {
  return {
    id: "claude-sonnet-4-5",
    name: "M",
    api: "anthropic-messages",
    provider: "p",
    baseUrl,
    reasoning: false,
    input: ["text"],
    cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
    contextWindow: 1000,
    maxTokens: 100,
    headers: { "X-Model": "m", "anthropic-beta": "model-beta" },
  };
}

export function requestTo(baseUrl: string, extra: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: modelAt(baseUrl),
    system: [],
    messages: [{ role: "user", content: "hi", timestamp: 0 }],
    tools: [],
    options: {},
    ...extra,
  };
}

export const sse = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
export const START = sse({
  type: "message_start",
  message: { id: "msg_1", usage: { input_tokens: 3 } },
});
export const OPEN = sse({
  type: "content_block_start",
  index: 0,
  content_block: { type: "text", text: "" },
});
export const delta = (text: string) =>
  sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
export const STOP =
  sse({ type: "content_block_stop", index: 0 }) +
  sse({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } }) +
  sse({ type: "message_stop" });

/** Answers with a stream of these pieces, one chunk each, and ends it. */
export function streamOf(...pieces: string[]): Answer {
  return (wire) => {
    wire.write(head());
    for (const piece of pieces) wire.write(chunk(piece));
    wire.write(LAST_CHUNK);
  };
}

export async function collect(stream: AssistantStream): Promise<AssistantMessageEvent[]> {
  const events: AssistantMessageEvent[] = [];
  for await (const event of stream) events.push(event);
  expect(events.filter(isTerminal).length).toBe(1);
  expect(isTerminal(events.at(-1) as AssistantMessageEvent)).toBe(true);
  return events;
}

export async function failureOf(stream: AssistantStream): Promise<ProviderErrorFacts> {
  const last = (await collect(stream)).at(-1);
  if (last?.type !== "error") throw new Error(`ended with ${last?.type}`);
  expect(await stream.result()).toBe(last.error);
  return last.facts;
}

/** Waits until the stream has given an event of this type. */
export async function until(
  events: AsyncIterator<AssistantMessageEvent>,
  type: AssistantMessageEvent["type"],
): Promise<AssistantMessageEvent> {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error(`no ${type} came`);
    if (value.type === type) return value;
  }
}
