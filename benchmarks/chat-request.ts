// Requests for benchmarks of the model client.
import type { Message } from "@oh-my-pi/pi-ai/message";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import { emptyUsage } from "@oh-my-pi/pi-ai/usage";

/** A request in a wire format, by default with one short message. */
export function aChatRequest(
  api: string,
  baseUrl = "http://localhost",
  messages: readonly Message[] = [{ role: "user", content: "hi", timestamp: 0 }],
): ChatRequest {
  return {
    model: {
      id: "claude-sonnet-4-5",
      name: "Model",
      api,
      provider: "benchmark",
      baseUrl,
      reasoning: true,
      input: ["text"],
      cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
      contextWindow: 1_000_000,
      maxTokens: 64_000,
    },
    system: ["You are omp."],
    messages,
    tools: [],
    options: {},
  };
}

/** A conversation of so many messages, half of them a tool call and its result. */
export function aConversation(api: string, length: number): Message[] {
  const prose = "The quick brown fox jumps over the lazy dog. ".repeat(20);
  const said = { api, provider: "benchmark", model: "claude-sonnet-4-5", usage: emptyUsage() };
  const messages: Message[] = [];
  for (let turn = 0; messages.length < length; turn++) {
    const id = `call_${turn}`;
    messages.push(
      { role: "user", content: `${turn} ${prose}`, timestamp: turn },
      {
        role: "assistant",
        ...said,
        content: [
          { type: "thinking", thinking: prose.slice(0, 200), thinkingSignature: `sig${turn}` },
          { type: "toolCall", id, name: "read", arguments: { path: `src/file-${turn}.ts` } },
        ],
        stopReason: "toolUse",
        timestamp: turn,
      },
      {
        role: "toolResult",
        toolCallId: id,
        toolName: "read",
        content: [{ type: "text", text: prose + prose }],
        isError: false,
        timestamp: turn,
      },
      {
        role: "assistant",
        ...said,
        content: [{ type: "text", text: prose }],
        stopReason: "stop",
        timestamp: turn,
      },
    );
  }
  return messages.slice(0, length);
}
