// What features see of a session, always as it is now.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Choices } from "./choices.ts";
import { ContextMeter, overheadSize } from "./context-size.ts";
import type { Conversation } from "./conversation.ts";
import type { FeatureState } from "./feature.ts";
import type { ToolShelf } from "./tool-shelf.ts";

/** The session as its features see it. */
export function featureState({
  conversation,
  choices,
  system,
  shelf,
}: {
  readonly conversation: Conversation;
  readonly choices: Choices;
  readonly system: readonly string[];
  readonly shelf: ToolShelf;
}): FeatureState {
  const overhead = overheadOf(system, shelf);
  const meter = new ContextMeter();
  return {
    get overheadTokens() {
      return overhead();
    },
    get model() {
      return choices.model;
    },
    get items() {
      return conversation.items;
    },
    get decided() {
      return conversation.state;
    },
    get contextTokens() {
      const { messages, freshFrom } = conversation;
      return meter.measure(messages, freshFrom, overhead());
    },
  };
}

/** Counted again only when a tool was added. */
function overheadOf(system: readonly string[], shelf: ToolShelf): () => number {
  let counted: { readonly tools: readonly Tool[]; readonly tokens: number } | undefined;
  return () => {
    const { tools } = shelf;
    if (counted?.tools !== tools) counted = { tools, tokens: overheadSize(system, tools) };
    return counted.tokens;
  };
}
