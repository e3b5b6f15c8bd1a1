// Notes why an answer failed, as the provider said it: the message that stays has only words for people.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { AssistantMessageEvent, AssistantStream } from "@oh-my-pi/pi-ai/event";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";

/** The same stream; `note` hears the facts of a failed answer, and undefined for a good one. */
export function watchFailures(
  stream: StreamFunction,
  note: (facts: ProviderErrorFacts | undefined) => void,
): StreamFunction {
  return (request, call) => watched(stream(request, call), note);
}

function watched(
  stream: AssistantStream,
  note: (facts: ProviderErrorFacts | undefined) => void,
): AssistantStream {
  return {
    result: () => stream.result(),
    async *[Symbol.asyncIterator](): AsyncGenerator<AssistantMessageEvent> {
      for await (const event of stream) {
        if (event.type === "error") note(event.facts);
        else if (event.type === "done") note(undefined);
        yield event;
      }
    },
  };
}
