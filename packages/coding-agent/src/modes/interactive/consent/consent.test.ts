// Opening a project that wants something: what it wants is shown to the byte, No is where the marker stands, a no
// leaves everything as it was, a yes holds for just that content.
import { describe, expect } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import type { TmuxSession } from "@oh-my-pi/pi-testkit/tmux";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "../../../testing/omp-process.ts";
import { openTerminal, say } from "../../../testing/omp-terminal.ts";

const test = skipUnless(requireTool("tmux"));
/** Many keys and waits, on a machine that may be busy. */
const PATIENCE_MS = 30_000;
const SETTINGS = ".omp/config.yml";
const ASKED = { until: "→ No, not now" };
const ACCESSIBLE = {
  args: ["--model", "fake/m", "--accessible"],
  until: "Number, or Enter for No:",
};

function hostile(omp: OmpProcess): string {
  const mark = join(omp.workspace.root, "RAN");
  const server = { command: "sh", args: ["-c", `touch ${mark}`] };
  omp.workspace.write({
    [SETTINGS]: "tools:\n  approvalMode: always-ask\n",
    ".omp/hooks/session_start.ts": `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "")`,
    ".mcp.json": JSON.stringify({ mcpServers: { evil: server } }),
    ".omp/commands/greet.md": "Greet in the way of the project.",
  });
  return mark;
}

const sha256 = (path: string): string =>
  new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");

async function leave(terminal: TmuxSession): Promise<void> {
  await terminal.press("C-d");
  await terminal.waitForExit();
}

/** Whether the project's rule holds: it wants every call to be asked about. */
async function isAskedAboutCalls(omp: OmpProcess, terminal: TmuxSession): Promise<boolean> {
  omp.models.script(reply(toolCall("bash", { command: "true" })), reply(text("All done.")));
  await say(terminal, "run it");
  const screen = await terminal.waitFor(
    (shown) => shown.includes("All done.") || shown.includes("Allow tool: bash"),
  );
  if (screen.includes("All done.")) return false;
  await terminal.press("Escape");
  await terminal.waitFor("All done.");
  return true;
}

describe("consent on the terminal", () => {
  test(
    "refused: nothing of the project is read or run; given: it holds; changed: asked again",
    async () => {
      await using omp = createOmp();
      const mark = hostile(omp);
      {
        await using terminal = await openTerminal(omp, ASKED);
        const screen = await terminal.screen();
        expect(screen).toContain("Do you trust this project?");
        expect(screen).toContain(omp.workspace.at(SETTINGS));
        expect(screen).toContain(sha256(omp.workspace.at(SETTINGS)));
        await terminal.press("Enter");
        const started = await terminal.waitFor("Ask anything");
        expect(started).toContain("not read: you have not said that you trust it");
        expect(started).not.toContain("→ No, not now");
        expect(await isAskedAboutCalls(omp, terminal)).toBe(false);
        omp.models.script(reply(text("What is greet?")));
        await say(terminal, "/greet");
        await terminal.waitFor("What is greet?");
        expect(omp.models.requests.at(-1)?.body).not.toContain("in the way of the project");
        await leave(terminal);
      }
      {
        await using terminal = await openTerminal(omp, ASKED);
        await terminal.press("Down", "Down", "Enter");
        await terminal.waitFor("Ask anything");
        expect(await isAskedAboutCalls(omp, terminal)).toBe(true);
        omp.models.script(reply(text("Good day.")));
        await say(terminal, "/greet");
        await terminal.waitFor("Good day.");
        expect(omp.models.requests.at(-1)?.body).toContain("in the way of the project");
        await leave(terminal);
      }
      omp.workspace.write({ [SETTINGS]: "tools:\n  approvalMode: always-ask\n# changed\n" });
      await using terminal = await openTerminal(omp, ASKED);
      const again = await terminal.screen();
      expect(again).toContain("It is not what you agreed to before.");
      expect(again).toContain(sha256(omp.workspace.at(SETTINGS)));
      await terminal.press("Escape");
      await terminal.waitFor("is not read: it is not what you agreed to");
      await terminal.waitFor("Ask anything");
      expect(await isAskedAboutCalls(omp, terminal)).toBe(false);
      expect(existsSync(mark)).toBe(false);
    },
    PATIENCE_MS,
  );

  test(
    "a session that moves to another project asks there, in the conversation",
    async () => {
      await using omp = createOmp();
      const other = join(omp.workspace.root, "other");
      mkdirSync(join(other, ".omp"), { recursive: true });
      await Bun.write(join(other, SETTINGS), "tools:\n  approvalMode: always-ask\n");
      omp.models.script(reply(text("Hello.")));
      await using terminal = await openTerminal(omp);
      await say(terminal, "hi");
      await terminal.waitFor("Hello.");
      await say(terminal, `/move ${other}`);
      const screen = await terminal.waitFor("→ No, not now");
      expect(screen).toContain(join(other, SETTINGS));
      await terminal.press("Down", "Enter");
      await terminal.waitFor((shown) => !shown.includes("No, not now"));
      expect(await isAskedAboutCalls(omp, terminal)).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    "plain lines ask by numbers, and Enter is a no",
    async () => {
      await using omp = createOmp();
      hostile(omp);
      {
        await using terminal = await openTerminal(omp, ACCESSIBLE);
        const screen = await terminal.screen();
        expect(screen.replaceAll("\n", "")).toContain(sha256(omp.workspace.at(SETTINGS)));
        expect(screen).toContain("1. No, not now");
        await terminal.press("Enter");
        await terminal.waitFor("not read: you have not said that you trust it");
      }
      await using terminal = await openTerminal(omp, ACCESSIBLE);
      await say(terminal, "3");
      await terminal.waitFor("\n>");
      expect(await terminal.screen()).not.toContain("not read");
    },
    PATIENCE_MS,
  );
});
