// `/background` with the shipped binary under a real shell: the terminal is given back while the run goes on, nobody is
// asked any more, and omp ends with the run.
import { describe, expect } from "bun:test";
import { hold, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux, type TmuxSession } from "@oh-my-pi/pi-testkit/tmux";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, createOmp, type OmpProcess } from "../../testing/omp-process.ts";
import { say } from "../../testing/omp-terminal.ts";

const test = skipUnless(requireTool("tmux"));

async function openShell(omp: OmpProcess, flags = ""): Promise<TmuxSession> {
  const terminal = await startTmux(["bash", "--norc", "--noprofile", "-i"], {
    env: { ...omp.workspace.env(), PS1: "shell> " },
    cwd: omp.workspace.path,
    columns: 100,
    rows: 40,
  });
  await terminal.waitFor("shell>");
  await say(terminal, `${builtBinary()} --model fake/m --no-title ${flags}; echo ended-with-$?`);
  return terminal;
}

describe("/background", () => {
  test("gives the shell back, refuses what needs a person, and ends omp with the run", async () => {
    await using omp = createOmp();
    writeFileSync(
      join(omp.workspace.home, ".omp/agent/config.yml"),
      "tools:\n  approvalMode: always-ask\n",
    );
    const waiting = hold();
    const question = { id: "q", question: "Which?", options: [{ label: "A" }, { label: "B" }] };
    omp.models.script(
      reply([text("Working on it"), waiting, toolCall("bash", { command: "echo x > MARK" })]),
      reply(toolCall("ask", { questions: [question] })),
      reply(text("All done.")),
    );
    await using terminal = await openShell(omp);
    await terminal.waitFor("Ask anything");
    await say(terminal, "/background");
    await terminal.waitFor("Nothing is running");
    await say(terminal, "work");
    await terminal.waitFor("Working on it");
    await say(terminal, "/bg");
    await terminal.waitFor("omp finishes this run without a terminal");
    await terminal.press("C-z");
    await terminal.waitFor("Stopped");
    await say(terminal, "bg");
    await say(terminal, "clear; echo in-the-$((1+0))-shell");
    await terminal.waitFor((screen) => screen.startsWith("in-the-1-shell"));
    waiting.release();
    await terminal.waitFor("omp is done.");
    await say(terminal, "wait; echo nothing-$((1+1))-left");
    await terminal.waitFor("nothing-2-left");
    expect(existsSync(omp.workspace.at("MARK"))).toBe(false);
    const [, second, third] = omp.models.requests.map(({ body }) => body);
    expect(second).toContain("the person has left (/background)");
    expect(third).toContain("Ask tool requires interactive mode");
    expect(JSON.stringify(omp.sessionLines())).toContain("All done.");
  }, 60_000);

  test("under a shell that waits, omp ends by itself; Ctrl+C stops the run", async () => {
    await using omp = createOmp();
    const waiting = hold();
    omp.models.script(reply([text("Half an"), waiting]));
    await using terminal = await openShell(omp);
    await terminal.waitFor("Ask anything");
    await say(terminal, "work");
    await terminal.waitFor("Half an");
    await say(terminal, "/background");
    await terminal.waitFor("omp finishes this run without a terminal");
    await terminal.press("C-c");
    await terminal.waitFor("omp is done.");
    await say(terminal, "echo back-$((1+1))");
    await terminal.waitFor("back-2");
    waiting.release();
  }, 60_000);

  test("in plain lines the run is told to its end", async () => {
    await using omp = createOmp();
    const waiting = hold();
    omp.models.script(reply([text("Half an"), waiting, text(" answer.")]));
    await using terminal = await openShell(omp, "--accessible");
    await terminal.waitFor("\n>");
    await say(terminal, "work");
    await terminal.waitFor("Half an");
    await say(terminal, "/background");
    await terminal.waitFor("omp finishes this run without a terminal");
    waiting.release();
    await terminal.waitFor("answer.");
    await terminal.waitFor("ended-with-0");
  }, 60_000);
});
