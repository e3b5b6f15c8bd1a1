// For tests only: feeds wire events to a protocol, without transport.
import type { AssistantMessageEvent } from "../model/event.ts";
import type { AssistantMessage } from "../model/message.ts";
import { MessageBuilder } from "../model/message-builder.ts";
import type { Protocol, WireEvent } from "../model/protocol.ts";
import { ProviderError, type ProviderErrorFacts } from "../model/provider-error.ts";
import { classifyStreamError } from "../transport/classify.ts";
import { StreamError } from "../wire/stream-error.ts";
import { aModel } from "./requests.ts";

export interface Played {
  readonly message: AssistantMessage;
  readonly events: readonly AssistantMessageEvent[];
  readonly failure: ProviderErrorFacts | undefined;
  /** False when the protocol saw no end in what it was given. */
  readonly isFinished: boolean;
}

/** What comes of these events, and of a failure after them; strings are data without an event name. */
export function play(
  protocol: Protocol,
  wire: readonly (string | object | WireEvent)[],
  thenFails?: ProviderErrorFacts,
): Played {
  const events: AssistantMessageEvent[] = [];
  const model = aModel({ api: protocol.api, reasoning: true });
  const emit = (event: AssistantMessageEvent) => void events.push(event);
  const builder = new MessageBuilder({ model, startedAtMs: 0, now: () => 0, emit });
  const state = protocol.begin({ model, system: [], messages: [], tools: [], options: {} });
  try {
    for (const item of wire) {
      if (!builder.isFinished) protocol.step(state, asEvent(item), builder);
    }
    if (thenFails === undefined) protocol.end(state, builder);
    else builder.fail(thenFails);
  } catch (error) {
    builder.fail(factsOf(error));
  }
  const { message, failure, isFinished } = builder;
  return { message, events, failure, isFinished };
}

/** What the transport would make of it. */
export function factsOf(error: unknown): ProviderErrorFacts {
  if (error instanceof StreamError) return classifyStreamError(error.report);
  if (error instanceof ProviderError) return error.facts;
  throw error;
}

function asEvent(item: string | object): WireEvent {
  if (typeof item === "string") return { name: "", data: item };
  return "data" in item && "name" in item
    ? (item as WireEvent)
    : { name: "", data: JSON.stringify(item) };
}
