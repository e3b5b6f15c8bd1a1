// The model that the examples ask.
import type { Model } from "@oh-my-pi/pi-agent-core/agent-config";

export const exampleModel: Model = {
  id: "claude-haiku-4-5",
  name: "Claude Haiku 4.5",
  api: "anthropic-messages",
  provider: "anthropic",
  baseUrl: "https://api.anthropic.com",
  headers: { "x-api-key": process.env.ANTHROPIC_API_KEY ?? "" },
  reasoning: false,
  input: ["text"],
  cost: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  contextWindow: 200_000,
  maxTokens: 8000,
};
