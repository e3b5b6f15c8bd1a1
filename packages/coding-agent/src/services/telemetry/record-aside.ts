// Records a question beside the conversation. Whoever reads the answer may stop early; the record ends all the same.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { AgentTelemetry } from "@oh-my-pi/pi-agent-core/telemetry";
import {
  type AssistantMessageEvent,
  type AssistantStream,
  isTerminal,
} from "@oh-my-pi/pi-ai/event";

/** The same stream, each request a span. */
export function recordAside(
  stream: StreamFunction,
  telemetry: Pick<AgentTelemetry, "oneshot">,
  kind: string,
): StreamFunction {
  return (request, call) => {
    const recorder = telemetry.oneshot(kind, request);
    return recorded(stream(request, call), (message, facts) => recorder.end(message, facts));
  };
}

function recorded(
  stream: AssistantStream,
  end: ReturnType<AgentTelemetry["oneshot"]>["end"],
): AssistantStream {
  return {
    result: () => stream.result(),
    async *[Symbol.asyncIterator](): AsyncGenerator<AssistantMessageEvent> {
      let isOver = false;
      try {
        for await (const event of stream) {
          if (isTerminal(event)) {
            isOver = true;
            if (event.type === "done") end(event.message);
            else end(event.error, event.facts);
          }
          yield event;
        }
      } finally {
        if (!isOver) void stream.result().then((message) => end(message));
      }
    },
  };
}
