// For tests only: ways to consume a stream of unified events that check its laws on the way.
import { expect } from "bun:test";
import { type AssistantMessageEvent, type AssistantStream, isTerminal } from "../model/event.ts";
import type { ProviderErrorFacts } from "../model/provider-error.ts";

/** All events; exactly one is terminal, and it is the last. */
export async function collect(stream: AssistantStream): Promise<AssistantMessageEvent[]> {
  const events: AssistantMessageEvent[] = [];
  for await (const event of stream) events.push(event);
  expect(events.filter(isTerminal).length).toBe(1);
  expect(isTerminal(events.at(-1) as AssistantMessageEvent)).toBe(true);
  return events;
}

/** The facts of a stream that fails. */
export async function failureOf(stream: AssistantStream): Promise<ProviderErrorFacts> {
  const last = (await collect(stream)).at(-1);
  if (last?.type !== "error") throw new Error(`ended with ${last?.type}`);
  expect(await stream.result()).toBe(last.error);
  return last.facts;
}

/** Reads on until an event of this type comes. */
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
