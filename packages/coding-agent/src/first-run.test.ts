// What a newcomer sees: omp in a real terminal, without any key, plays a real run and says that it is a demo.
import { describe, expect } from "bun:test";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux } from "@oh-my-pi/pi-testkit/tmux";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, NO_LOCAL_SERVERS } from "./testing/omp-process.ts";

const test = skipUnless(requireTool("tmux"));

describe("the first run", () => {
  test("opens on the demo, fixes a failing test for real, and leaves on Ctrl+D", async () => {
    using workspace = createWorkspace();
    await using terminal = await startTmux([builtBinary()], {
      env: workspace.env(NO_LOCAL_SERVERS),
      cwd: workspace.path,
      columns: 100,
      rows: 50,
    });
    await terminal.waitFor(
      (screen) => screen.includes("demo/tour") && screen.includes("Press Enter"),
    );
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("--list-models"), { timeoutMs: 30_000 });
    const tour =
      readdirSync(join(workspace.root, "tmp")).find((name) => name.startsWith("omp-tour-")) ?? "";
    const project = join(workspace.root, "tmp", tour);
    expect(Bun.spawnSync(["sh", "test.sh"], { cwd: project }).exitCode).toBe(0);
    expect(readdirSync(workspace.path)).toEqual([]);
    await terminal.press("C-d");
    await terminal.waitForExit();
    const sessions = join(workspace.home, ".omp/agent/sessions");
    expect(existsSync(sessions)).toBe(true);
    const files = readdirSync(sessions, { recursive: true, encoding: "utf8" });
    const file = files.find((name) => name.endsWith(".jsonl")) ?? "";
    expect(readFileSync(join(sessions, file), "utf8")).toContain('"provider":"demo"');
  }, 30_000);
});
