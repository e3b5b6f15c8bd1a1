// G9: whatever runs, what is typed is seen, Ctrl+C empties the draft, then stops the run, and twice in a row leaves.
import { describe, expect } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { hold, reply, text, thinking, toolCall, type Scripted } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux, type TmuxSession } from "@oh-my-pi/pi-testkit/tmux";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, createOmp, type OmpProcess } from "../../testing/omp-process.ts";

const test = skipUnless(requireTool("tmux"));

interface Run {
  readonly name: string;
  readonly script: () => Scripted[];
  /** What is said, in turn, and what is seen then; the last one begins what runs. */
  readonly prompts: readonly (readonly [said: string, seen: string])[];
}

const RUNS: readonly Run[] = [
  {
    name: "an answer",
    script: () => [reply([text("The answer begins"), hold()])],
    prompts: [["begin", "The answer begins"]],
  },
  {
    name: "a thought",
    script: () => [reply([thinking("The thought begins"), hold()])],
    prompts: [["begin", "The thought begins"]],
  },
  {
    name: "a command that waits",
    script: () => [reply(toolCall("bash", { command: "echo has-begun; sleep 1000" }))],
    prompts: [["begin", "has-begun; sleep"]],
  },
  {
    name: "a command that floods",
    script: () => [reply(toolCall("bash", { command: "yes flooding" }))],
    prompts: [["begin", "yes flooding"]],
  },
  {
    name: "a command of one's own that floods",
    script: () => [],
    prompts: [["!yes flooding", "  flooding"]],
  },
  {
    name: "a summary",
    script: () => [
      reply(text("A long answer about ships. ".repeat(20))),
      reply(text("Another answer.")),
      reply([text("They spoke"), hold()]),
    ],
    prompts: [
      ["tell me of ships", "about ships."],
      ["more of them", "Another answer."],
      ["/compact", "Ask anything"],
    ],
  },
];

async function begin(run: Run, omp: OmpProcess): Promise<TmuxSession> {
  const config = join(omp.workspace.home, ".omp/agent/config.yml");
  writeFileSync(config, "compaction:\n  keepRecentTokens: 1\n");
  const scripted = run.script();
  omp.models.script(...scripted);
  const terminal = await startTmux([builtBinary(), "--model", "fake/m", "--no-title"], {
    env: omp.workspace.env(),
    cwd: omp.workspace.path,
    columns: 90,
    rows: 30,
  });
  await terminal.waitFor("Ask anything");
  for (const [said, seen] of run.prompts) {
    await terminal.type(said);
    await terminal.press("Enter");
    await terminal.waitFor(seen);
  }
  await eventually(() => omp.models.requests.length === scripted.length);
  return terminal;
}

/** What is said of a run that was stopped. */
const STOPPED = /Stopped|abort|interrupt|cancel/i;

describe.each(RUNS)("while $name runs", (run) => {
  test("keys are seen, Ctrl+C empties the draft, then stops it, and the next prompt is answered", async () => {
    await using omp = createOmp();
    await using terminal = await begin(run, omp);
    await terminal.type("a draft of mine");
    await terminal.waitFor("a draft of mine");
    await terminal.press("C-c");
    await terminal.waitFor((screen) => !screen.includes("a draft of mine"));
    omp.models.script(reply(text("Still here.")));
    // Other keys in between, so that the next Ctrl+C is not the second of two.
    await terminal.press("C-t", "C-t", "C-c");
    await terminal.waitFor((screen) => STOPPED.test(screen));
    await terminal.type("and now");
    await terminal.press("Enter");
    await terminal.waitFor("Still here.");
  }, 30_000);

  test("Ctrl+C twice leaves", async () => {
    await using omp = createOmp();
    await using terminal = await begin(run, omp);
    await terminal.press("C-c", "C-c");
    expect(await terminal.waitForExit()).toBe(0);
  }, 30_000);
});
