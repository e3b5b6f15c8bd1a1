// Whether a turn of the agent loop costs more in a long conversation than in a new one.
import { timeTurns } from "./agent-turns.ts";
import type { Benchmark } from "./benchmark.ts";

const agentTurnGrowth: Benchmark = {
  name: "agent-turn-growth",
  about: "a turn after 10,000 messages against a turn in a new conversation",
  unit: "ms",
  rounds: 15,
  bar: 1.3,
  setUp: async () => ({
    subject: () => timeTurns(10_000, 500),
    reference: () => timeTurns(0, 500),
    [Symbol.asyncDispose]: async () => {},
  }),
};
export default agentTurnGrowth;
