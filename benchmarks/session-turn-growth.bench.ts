// Whether a turn of a session, its log and its features included, costs more in a long conversation than in a new one.
import { join } from "node:path";
import { answer } from "./agent-turns.ts";
import { openBenchSession } from "./bench-session.ts";
import type { Benchmark } from "./benchmark.ts";
import { scratchFolder, writeLargeSession } from "./session-files.ts";

const TURNS = 300;
const MESSAGES = 4000;
const ENTRY_BYTES = 60;

/** Milliseconds of processor time for each turn of a run; the first turn reads the history and is not counted. */
async function timeTurns(file: string): Promise<number> {
  let asked = 0;
  let started: NodeJS.CpuUsage | undefined;
  let spent: NodeJS.CpuUsage | undefined;
  await using session = openBenchSession(file, ({ model }) => {
    if (asked === 1) started = process.cpuUsage();
    if (asked === TURNS + 1) spent = process.cpuUsage(started);
    asked++;
    return answer(model, asked <= TURNS + 1 ? asked : undefined);
  });
  await session.prompt("go");
  if (spent === undefined) throw new Error("The run ended early.");
  return (spent.user + spent.system) / 1000 / TURNS;
}

const sessionTurnGrowth: Benchmark = {
  name: "session-turn-growth",
  about: `a turn of a session after ${MESSAGES} messages against a turn in a new one`,
  unit: "ms",
  rounds: 9,
  bar: 1.3,
  async setUp() {
    const folder = scratchFolder();
    let count = 0;
    return {
      subject: async () => {
        const file = join(folder.path, `long-${count++}.jsonl`);
        writeLargeSession(file, MESSAGES, ENTRY_BYTES);
        return timeTurns(file);
      },
      reference: async () => timeTurns(join(folder.path, `new-${count++}.jsonl`)),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
};
export default sessionTurnGrowth;
