// Launch flags through the shipped binary: each one changes what it says it changes.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux } from "@oh-my-pi/pi-testkit/tmux";
import { existsSync } from "node:fs";
import { builtBinary, createOmp, type OmpProcess } from "../testing/omp-process.ts";

const fake = ["--model", "fake/m"];
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function sent(omp: OmpProcess, args: readonly string[]) {
  omp.models.script(reply(text("ok")));
  const run = await omp.run([...fake, ...args, "-p", "hi"]);
  expect(run).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
  const body = omp.models.requests[0]?.json as { system: unknown; tools?: unknown[] } | undefined;
  return { system: body?.system, tools: body?.tools ?? [] };
}

describe("the system prompt", () => {
  test.each(["Be brief.", "prompt.txt"])("--system-prompt %s replaces it", async (value) => {
    await using omp = createOmp();
    omp.workspace.write({ "prompt.txt": "Be brief." });
    const { system } = await sent(omp, ["--system-prompt", value]);
    expect(JSON.stringify(system)).toContain("Be brief.");
    expect(JSON.stringify(system)).not.toContain("prompt.txt");
    expect(JSON.stringify(system)).not.toContain("coding agent");
  });

  test("--append-system-prompt adds to it", async () => {
    await using omp = createOmp();
    const { system } = await sent(omp, ["--append-system-prompt", "Be brief."]);
    const told = JSON.stringify(system);
    expect(told).toContain("Be brief.");
    expect(told.length).toBeGreaterThan(500);
  });
});

describe("tools", () => {
  test("--no-tools leaves none", async () => {
    await using omp = createOmp();
    expect((await sent(omp, ["--no-tools"])).tools).toEqual([]);
  });

  test.each(["--no-lsp", "--no-skills", "--no-rules", "--no-extensions"])(
    "%s is taken without a word",
    async (flag) => {
      await using omp = createOmp();
      expect((await sent(omp, [flag])).tools.length).toBeGreaterThan(3);
    },
  );

  const modes: [args: string[], isMade: boolean][] = [
    [["--approval-mode", "write"], false],
    [["--approval-mode", "always-ask"], false],
    [["--approval-mode", "yolo"], true],
    [["--auto-approve"], true],
    [["--yolo"], true],
  ];
  test.each(modes)("%p: a command is run: %p", async (args, isMade) => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("bash", { command: "touch made" })), reply(text("ok")));
    await omp.run([...fake, ...args, "-p", "go"]);
    expect(existsSync(omp.workspace.at("made"))).toBe(isMade);
  });
});

test("PI_TIMING shows on stderr where the time of a run went", async () => {
  await using omp = createOmp();
  omp.models.script(reply(text("ok")));
  const run = await omp.run([...fake, "-p", "hi"], { env: { PI_TIMING: "1" } });
  expect(run.stdout).toBe("ok\n");
  expect(run.stderr).toMatch(/^omp {2}[\d.]+ ms/);
  for (const name of ["  input", "  session", "    settings", "    model", "    tools", "  run"])
    expect(run.stderr).toMatch(new RegExp(`^${name}  [\\d.]+ ms`, "m"));
});

test("help: examples first, every flag that works, no line over 120 columns", async () => {
  await using omp = createOmp();
  const pages = await Promise.all(
    [[], ["config"], ["models"], ["auth"], ["worktree"], ["trust"], ["shell"]].map((words) =>
      omp.run([...words, "--help"]),
    ),
  );
  for (const { stdout } of pages)
    for (const line of stdout.split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(120);
  const [main] = pages;
  expect(main?.stdout.indexOf("Examples")).toBeLessThan(main?.stdout.indexOf("Commands") ?? 0);
  expect(main?.stdout).not.toContain("--plugin-dir");
});

describe("in a terminal", () => {
  const testInTmux = skipUnless(requireTool("tmux"));
  const open = (omp: OmpProcess, args: readonly string[], env: Record<string, string> = {}) =>
    startTmux([builtBinary(), ...fake, "--no-title", ...args], {
      env: { ...omp.workspace.env(), ...env },
      cwd: omp.workspace.path,
      columns: 100,
      rows: 30,
    });

  testInTmux("a picture can be attached to the first message", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "p.png": Buffer.from(PNG, "base64") });
    omp.models.script(reply(text("a dot")));
    await using terminal = await open(omp, ["what is this?", "@p.png"]);
    await terminal.waitFor("a dot");
    expect(JSON.stringify(omp.sessionLines())).toContain('"mimeType":"image/png"');
  });

  testInTmux("PI_TIMING=x shows the times of the start and leaves", async () => {
    await using omp = createOmp();
    const script = `"$@" 2>timing.txt`;
    await using terminal = await startTmux(["bash", "-c", script, "bash", builtBinary(), ...fake], {
      env: { ...omp.workspace.env(), PI_TIMING: "x" },
      cwd: omp.workspace.path,
      columns: 80,
      rows: 24,
    });
    expect(await terminal.waitForExit()).toBe(0);
    expect(await Bun.file(omp.workspace.at("timing.txt")).text()).toContain("    settings");
  });
});
