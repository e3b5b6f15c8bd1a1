// Contract: the fields of the person's own commands, one at a time, stopped on request, in the session's shell.
import { describe, expect, test } from "bun:test";
import { shellTools } from "../testing/shell-tools.ts";
import { shellOptionsFrom } from "./shell/shell-options.ts";
import { runUserBash, UserBash } from "./user-bash.ts";

function start() {
  const shell = shellTools();
  const { limits } = shellOptionsFrom({ get: (setting) => setting.fallback });
  const userBash = new UserBash({ ...shell, limits: () => limits });
  return { shell, userBash, [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose]() };
}

describe("a command of the person", () => {
  test("gives every field, streams, and shares the shell", async () => {
    await using rig = start();
    const chunks: string[] = [];
    const result = await rig.userBash.run("cd /; printf 'a\\nb\\e[1m\\n'; exit 3", (text) =>
      chunks.push(text),
    );
    expect(result).toEqual({
      output: "a\nb\n",
      exitCode: 3,
      cancelled: false,
      truncated: false,
      totalLines: 3,
      totalBytes: 8,
      outputLines: 3,
      outputBytes: 4,
    });
    expect(chunks.join("")).toBe("a\nb\n");
    await rig.userBash.run("cd /usr");
    expect(rig.shell.runner.cwd).toBe("/usr");
  });

  test("is stopped, and only one runs", async () => {
    await using rig = start();
    const running = rig.userBash.run("echo on; sleep 600", () => rig.userBash.abort());
    expect(rig.userBash.isRunning).toBe(true);
    expect(rig.userBash.run("ls")).rejects.toThrow(
      "A bash command is already running. Press Esc to cancel it first.",
    );
    expect(await running).toMatchObject({ output: "on\n", exitCode: undefined, cancelled: true });
    expect(rig.userBash.isRunning).toBe(false);
  });

  test("keeps long output", async () => {
    await using rig = start();
    const result = await rig.userBash.run("seq 1 20000");
    expect(result).toMatchObject({ truncated: true, totalLines: 20001, artifactId: "0" });
    expect(result.outputLines).toBeLessThan(20000);
  });

  test("can have a time limit", async () => {
    await using rig = start();
    const { limits } = shellOptionsFrom({ get: (setting) => setting.fallback });
    const { signal } = new AbortController();
    const request = { command: "sleep 600", signal, timeoutMs: 10 };
    const result = await runUserBash({ ...rig.shell, limits: () => limits }, request);
    expect(result).toMatchObject({ cancelled: true, exitCode: undefined });
  });

  test("runs beside a command of the model", async () => {
    await using rig = start();
    const stop = new AbortController();
    const request = { command: "sleep 600", env: {}, timeoutMs: 60_000 };
    const busy = rig.shell.runner.run(request, stop.signal);
    expect((await rig.userBash.run("echo beside")).output).toBe("beside\n");
    stop.abort();
    expect(await busy).toEqual({ how: "aborted" });
  });
});
