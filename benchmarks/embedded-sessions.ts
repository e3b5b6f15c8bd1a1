// What sessions cost a program that embeds omp: opens one, then more beside it, each prompted once and kept open. Prints
// the milliseconds that opening took and the megabytes that each of the later ones added. A process of its own, so
// that nothing else is weighed.
//
// usage: embedded-sessions <agent folder>
import {
  type AgentSession,
  createAgentSession,
  type LocalProvider,
  SessionManager,
} from "../packages/coding-agent/src/index.ts";

const COUNT = 20;
const [, , agentDir = ""] = process.argv;

const echo: LocalProvider = {
  models: [{ id: "e", contextWindow: 100_000 }],
  respond: async (_request, answer) => answer.text(0, "heard"),
};

async function open(): Promise<{ readonly session: AgentSession; readonly ms: number }> {
  const started = performance.now();
  const { session } = await createAgentSession({
    cwd: agentDir,
    agentDir,
    sessionManager: SessionManager.create(),
    providers: { echo },
    model: "echo/e",
  });
  const ms = performance.now() - started;
  await session.prompt("hello");
  if (session.lastAnswerText !== "heard") throw new Error("The session did not answer.");
  return { session, ms };
}

const first = await open();
const before = process.memoryUsage.rss();
const later: Awaited<ReturnType<typeof open>>[] = [];
for (let at = 0; at < COUNT; at++) later.push(await open());
const mb = (process.memoryUsage.rss() - before) / COUNT / 1e6;
const sorted = later.map(({ ms }) => ms).sort((a, b) => a - b);
console.log(JSON.stringify({ ms: sorted[COUNT >> 1], mb }));
for (const { session } of [first, ...later]) await session.dispose();
