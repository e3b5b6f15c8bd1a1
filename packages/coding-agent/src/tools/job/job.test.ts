// Contract: jobs start from `bash`, are listed, waited for and ended by `job`, tell of themselves when nobody waits, and
// leave nothing behind when the session ends.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { shellTools } from "../../testing/shell-tools.ts";
import { choose } from "../bash/bash.ts";
import job from "./job.ts";

const bash = choose({
  get: (setting) => (setting.key === "async.enabled") as never,
  hasTerminals: false,
});
const ON = { "async.enabled": true };

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const shell of open.splice(0)) await shell[Symbol.asyncDispose]();
});
function tools(set: Record<string, unknown> = ON) {
  const shell = shellTools(set);
  open.push(shell);
  return shell;
}

describe("a job", () => {
  test("starts at once and is waited for", async () => {
    const shell = tools();
    const started = await shell.call(bash, {
      command: "until [ -e go ]; do :; done; echo bg",
      async: true,
    });
    expect(started).toMatchObject({
      text: "Background job bg_1 started: until [ -e go ]; do :; done; echo bg",
      details: { async: { state: "running", jobId: "bg_1", type: "bash" } },
    });
    // The session's shell is free meanwhile.
    expect((await shell.call(bash, { command: "echo free" })).text).toBe("free\n");
    const { signal } = new AbortController();
    const waited = await shell.call(job, {}, signal, () => {
      writeFileSync(shell.folder.at("go"), ""); // It ends only when it is waited for.
    });
    expect(waited.text).toBe(
      "## Completed (1)\n\n### bg_1 [bash] — completed\nLabel: until [ -e go ]; do :; done; echo bg\n```\nbg\n\n```",
    );
    expect(Object.keys(waited.details as object)).toEqual(["jobs"]);
    expect(shell.delivered).toEqual([]);
  });

  test("is cancelled with everything it started", async () => {
    const shell = tools();
    await shell.call(bash, { command: "sleep 600 & echo $! > pid; wait", async: true });
    await until(
      () =>
        existsSync(shell.folder.at("pid")) && readFileSync(shell.folder.at("pid"), "utf8") !== "",
    );
    const pid = Number(readFileSync(shell.folder.at("pid"), "utf8"));
    const { text } = await shell.call(job, { cancel: ["bg_1"] });
    expect(text).toStartWith("## Cancelled (1)\n\n### bg_1 [bash] — cancelled");
    expect(isAlive(pid)).toBe(false);
    expect(shell.delivered).toEqual([]);
  });

  test("that fails says how", async () => {
    const shell = tools();
    await shell.call(bash, { command: "echo no; exit 3", async: true });
    expect((await shell.call(job, { poll: ["bg_1"] })).text).toContain(
      "### bg_1 [bash] — failed\nLabel: echo no; exit 3\n```\nno\n\nCommand exited with code 3\n```",
    );
  });

  test("tells of itself when nobody waits, once", async () => {
    const shell = tools();
    await shell.call(bash, { command: "echo done", async: true });
    await until(() => shell.delivered.length > 0);
    expect(shell.delivered.map(({ id, state, output }) => [id, state, output])).toEqual([
      ["bg_1", "completed", "done\n"],
    ]);
    await shell.call(job, { poll: ["bg_1"] });
    expect(shell.delivered).toHaveLength(1);
  });

  test("ends with the session", async () => {
    const shell = shellTools(ON);
    await shell.call(bash, { command: "trap '' TERM; echo $$ > pid; sleep 600", async: true });
    await until(
      () =>
        existsSync(shell.folder.at("pid")) && readFileSync(shell.folder.at("pid"), "utf8") !== "",
    );
    const pid = Number(readFileSync(shell.folder.at("pid"), "utf8"));
    await shell[Symbol.asyncDispose]();
    expect(isAlive(pid)).toBe(false);
    expect(shell.delivered).toEqual([]);
  });
});

describe("a command that takes long goes to the background", () => {
  const AUTO = { "bash.autoBackground.enabled": true, "bash.autoBackground.thresholdMs": 0 };
  test("with its shell, and the session goes on in the same directory", async () => {
    const set = { ...AUTO, "bash.autoBackground.thresholdMs": 60_000 };
    const shell = tools(set);
    shell.folder.write({ "sub/x": "" });
    await shell.call(bash, { command: "cd sub" });
    set["bash.autoBackground.thresholdMs"] = 0;
    const { text } = await shell.call(bash, { command: "until [ -e go ]; do :; done; echo late" });
    expect(text).toStartWith("Background job bg_1 started: until");
    set["bash.autoBackground.thresholdMs"] = 60_000;
    expect((await shell.call(bash, { command: "pwd" })).text).toBe(`${shell.folder.at("sub")}\n`);
    writeFileSync(shell.folder.at("sub/go"), "");
    expect((await shell.call(job, { poll: ["bg_1"] })).text).toContain("```\nlate\n\n```");
  });

  test("a quick one does not", async () => {
    const shell = tools({ ...AUTO, "bash.autoBackground.thresholdMs": 60_000 });
    expect((await shell.call(bash, { command: "echo quick" })).text).toBe("quick\n");
    expect(shell.jobs.list()).toEqual([]);
  });

  test("the end of the call does not end the job", async () => {
    const shell = tools(AUTO);
    const stop = new AbortController();
    await shell.call(bash, { command: "until [ -e go ]; do :; done; echo late" }, stop.signal);
    stop.abort();
    writeFileSync(shell.folder.at("go"), "");
    expect((await shell.call(job, {})).text).toContain("— completed");
  });
});

describe("texts", () => {
  test("nothing to wait for, nothing known, nothing allowed", async () => {
    const shell = tools();
    expect((await shell.call(job, {})).text).toBe("No running background jobs to wait for.");
    expect(await shell.call(job, { poll: ["x", "y"] })).toMatchObject({
      text: "No matching jobs found for IDs: x, y",
      isError: true,
    });
    expect(await tools({}).call(job, { list: true })).toMatchObject({
      text: "Async execution is disabled; no background jobs are available.",
      isError: true,
    });
  });

  test("a list of none is no output", async () => {
    expect(await tools(ON).call(job, { list: true })).toMatchObject({
      text: "(no output)",
      isError: false,
      details: { jobs: [] },
    });
  });

  test("a job that still runs is shown with what it printed, and the wait is limited", async () => {
    const shell = tools(ON);
    await shell.call(bash, { command: "echo first; sleep 600", async: true });
    await until(() => shell.jobs.list()[0]?.output === "first\n");
    expect((await shell.call(job, { list: true })).text).toBe(
      "## Still Running (1)\n\n### bg_1 [bash] — running\nLabel: echo first; sleep 600\n```\nfirst\n\n```",
    );
    const stop = new AbortController();
    const waiting = shell.call(job, {}, stop.signal, () => stop.abort());
    expect((await waiting).text).toContain("## Still Running (1)");
  });
});
