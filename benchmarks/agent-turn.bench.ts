// What one turn of the agent loop costs, against a budget of one millisecond.
import { timeTurns } from "./agent-turns.ts";
import type { Benchmark } from "./benchmark.ts";

const agentTurn: Benchmark = {
  name: "agent-turn",
  about: "processor time of a turn with one trivial tool, over 1,000 turns, against 1 ms",
  unit: "ms",
  rounds: 10,
  bar: 1,
  setUp: async () => ({
    subject: () => timeTurns(0, 1000),
    reference: async () => 1,
    [Symbol.asyncDispose]: async () => {},
  }),
};
export default agentTurn;
