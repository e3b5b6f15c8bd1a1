// Commands that a person types after `!`, with the shipped binary in a real terminal: seen as they run, told to the model or
// kept from it, stopped without a trace, and there again in a session that goes on.
import { describe, expect } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { createProcessMark, requireProc } from "@oh-my-pi/pi-testkit/process-tree";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { existsSync, readFileSync } from "node:fs";
import { createOmp, type OmpProcess } from "../../testing/omp-process.ts";
import { openTerminal, say } from "../../testing/omp-terminal.ts";

const test = skipUnless(requireTool("tmux"), requireProc());

const ofTheModel = (omp: OmpProcess): string => String(omp.models.requests.at(-1)?.body);

describe("! in the editor", () => {
  test("runs, is told to the model with the next prompt, and !! is not; both are there later", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("I see.")), reply(text("Still there.")));
    {
      await using terminal = await openTerminal(omp);
      await terminal.type("!");
      await terminal.waitFor("keeps it from the model");
      await terminal.type("echo for-$((40+2))-all");
      await terminal.press("Enter");
      await terminal.waitFor("  for-42-all");
      await say(terminal, "!!echo for-$((40+3))-only; exit 3");
      const seen = await terminal.waitFor("Exit code 3.");
      expect(seen).toContain("✓ ! echo for-$((40+2))-all\n  for-42-all");
      expect(seen).toContain("✗ !! echo for-$((40+3))-only; exit 3\n  for-43-only");
      await say(terminal, "what did I do?");
      await terminal.waitFor("I see.");
      expect(ofTheModel(omp)).toContain("Ran `echo for-$((40+2))-all`");
      expect(ofTheModel(omp)).toContain("for-42-all");
      expect(ofTheModel(omp)).not.toContain("40+3");
      await terminal.press("Up", "Up");
      await terminal.waitFor(/\n!!echo for-[^\n]*exit 3 *\n─/);
      await terminal.press("C-c");
      await say(terminal, "/exit");
      await terminal.waitForExit();
    }
    await using again = await openTerminal(omp, { args: ["--model", "fake/m", "--continue"] });
    const shown = await again.waitFor("I see.");
    expect(shown).toContain("✗ !! echo for-$((40+3))-only; exit 3\n  for-43-only\n  Exit code 3.");
    await say(again, "and now?");
    await again.waitFor("Still there.");
    expect(ofTheModel(omp)).toContain("for-42-all");
    expect(ofTheModel(omp)).not.toContain("40+3");
    await say(again, "/export page.html");
    await again.waitFor("page.html");
    await eventually(() => existsSync(omp.workspace.at("page.html")));
    const page = readFileSync(omp.workspace.at("page.html"), "utf8");
    expect(page).toContain("for-42-all");
    expect(page).toContain("command (kept from the model)");
  }, 60_000);

  test("one at a time; Esc stops it, with everything it started", async () => {
    await using omp = createOmp();
    const mark = createProcessMark();
    await using terminal = await openTerminal(omp, { env: { ...mark.env } });
    await say(terminal, "!echo has-$((1+1))-begun; sleep 1000 & sleep 1001");
    await terminal.waitFor(/^ {2}has-2-begun/m);
    await say(terminal, "!echo second");
    await terminal.waitFor("A bash command is already running. Press Esc to cancel it first.");
    const before = sleepers(mark.pids());
    expect(before.length).toBeGreaterThan(0);
    await terminal.press("Escape");
    await terminal.waitFor("Cancelled.");
    await eventually(() => sleepers(mark.pids()).length === 0);
    await say(terminal, "!echo third-$((1+2))");
    await terminal.waitFor(/^ {2}third-3/m);
    expect(mark.pids().length).toBeGreaterThan(0);
  }, 60_000);
});

/** Those of the processes that are our sleeps. */
function sleepers(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("sleep\u0000100");
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}
