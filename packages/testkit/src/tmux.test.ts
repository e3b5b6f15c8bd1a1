// A program in tmux gets the keys, shows its screen, and does not outlive its session.
import { expect } from "bun:test";
import { eventually } from "./eventually.ts";
import { failureOf } from "./failure-of.ts";
import { createProcessMark } from "./process-tree.ts";
import { requireTool, skipUnless } from "./require.ts";
import { startTmux } from "./tmux.ts";
import { createWorkspace } from "./workspace.ts";

/** Variables that neither the workspace gives nor a shell always sets. */
const isForeign = (name: string): boolean =>
  !/^(XDG_.*|HOME|LANG|PATH|TERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|TMPDIR|_|SHLVL|OLDPWD)$/.test(
    name,
  );

const tmuxTest = skipUnless(requireTool("tmux"));

tmuxTest("keys go in, the screen comes out, with and without colours", async () => {
  using workspace = createWorkspace();
  const script = `printf '\\033[31mred\\033[0m\\n'; read line; echo "got <$line>"; stty size; exec cat`;
  await using session = await startTmux(["sh", "-c", script], {
    env: workspace.env({ GIVEN: "yes" }),
    cwd: workspace.path,
    columns: 60,
    rows: 10,
  });
  await session.waitFor("red");
  await session.type("a b; 'c' $HOME");
  await session.press("Enter");
  const screen = await session.waitFor(/got <a b; 'c' \$HOME>\n10 60/);
  expect(screen).toStartWith("red\n");
  expect(await session.screen({ hasColors: true })).toStartWith("\x1b[31mred\n");
});

tmuxTest("the environment is the given one", async () => {
  using workspace = createWorkspace();
  const script = "env | cut -d= -f1 | sort | tr '\\n' ' '; sleep 1000";
  await using session = await startTmux(["sh", "-c", script], {
    env: workspace.env(),
    columns: 200,
  });
  const screen = await session.waitFor("XDG_STATE_HOME");
  expect(screen.replaceAll("\n", "").trim().split(" ").filter(isForeign)).toEqual([
    "PWD",
    "SHELL",
    "TMUX",
    "TMUX_PANE",
  ]);
});

tmuxTest("paste is bracketed when asked for, and keeps its line breaks", async () => {
  using workspace = createWorkspace();
  const script = "stty -icanon -echo; printf '\\033[?2004hready\\n'; cat -v";
  await using session = await startTmux(["sh", "-c", script], { env: workspace.env() });
  await session.waitFor("ready");
  await session.paste("one\ntwo");
  await session.waitFor("^[[200~one\ntwo^[[201~");
});

tmuxTest("resize reaches the program, and history keeps what left the screen", async () => {
  using workspace = createWorkspace();
  const script = "seq 1 50; echo end; trap 'stty size' WINCH; while :; do sleep 0.05; done";
  await using session = await startTmux(["sh", "-c", script], { env: workspace.env(), rows: 10 });
  expect(await session.waitFor("end")).not.toMatch(/^1\n/);
  expect((await session.history()).split("\n").slice(0, 3)).toEqual(["1", "2", "3"]);
  await session.resize(40, 12);
  await session.waitFor("12 40");
  expect(await session.state()).toMatchObject({ columns: 40, rows: 12, exitCode: undefined });
});

tmuxTest("the end of the program and its exit code are seen, and its screen stays", async () => {
  using workspace = createWorkspace();
  const script = "stty -echo; echo bye; read x; exit 3";
  await using session = await startTmux(["sh", "-c", script], { env: workspace.env() });
  await session.waitFor("bye");
  expect(await session.state()).toMatchObject({ isDead: false, exitCode: undefined });
  await session.press("Enter");
  expect(await session.waitForExit()).toBe(3);
  expect((await session.screen()).trimEnd()).toBe("bye");
  await using killed = await startTmux(["sh", "-c", "kill -9 $$"], { env: workspace.env() });
  expect(await killed.waitForExit()).toBe(137);
});

tmuxTest("a wait that fails shows the screen", async () => {
  using workspace = createWorkspace();
  await using session = await startTmux(["sh", "-c", "echo visible words; sleep 1000"], {
    env: workspace.env(),
  });
  await session.waitFor("visible");
  const failure = await failureOf(session.waitFor("never there", { timeoutMs: 30 }));
  expect(failure.message).toStartWith("never there was not on the screen within 30 ms");
  expect(failure.message).toContain("| visible words");
});

tmuxTest("nothing outlives dispose, not even what ignores the hang-up", async () => {
  using workspace = createWorkspace();
  const mark = createProcessMark();
  {
    const script = "trap '' HUP TERM; sleep 1000 & echo up; wait";
    await using session = await startTmux(["sh", "-c", script], { env: workspace.env(mark.env) });
    await session.waitFor("up");
    expect(mark.pids().length).toBeGreaterThanOrEqual(2);
  }
  await eventually(() => mark.pids().length === 0);
});

tmuxTest("a program that does not exist ends with the shell's code for that", async () => {
  using workspace = createWorkspace();
  await using session = await startTmux(["/no/such/program"], { env: workspace.env() });
  expect(await session.waitForExit()).toBe(127);
});
