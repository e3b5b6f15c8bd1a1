// One-shot runs through the shipped binary: what is written when, and what a machine that is not as it should be does
// to them.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { costOf } from "@oh-my-pi/pi-testkit/process-tree";
import { hold, httpError, reply, text } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { startUnread } from "../../testing/unread-omp.ts";
import { untilStill } from "../../testing/until-still.ts";
import { builtBinary, createOmp, type OmpProcess } from "../../testing/omp-process.ts";

const fake = ["--model", "fake/m"];

function events(stdout: string): { type: string; [field: string]: unknown }[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
}

describe("several messages", () => {
  test("are said one after the other in one session; the last answer is printed", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("one")), reply(text("two")), reply(text("three")));
    const run = await omp.run([...fake, "-p", "first", "second", "third"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "three\n", stderr: "" });
    expect(omp.models.requests).toHaveLength(3);
    for (const said of ["first", "one", "second", "two", "third"])
      expect(omp.models.requests[2]?.body).toContain(`"${said}"`);
  });

  test("stop at the first that fails", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("one")), httpError(400, { message: "no" }));
    const run = await omp.run([...fake, "-p", "first", "second", "third"]);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(omp.models.requests).toHaveLength(2);
  });

  test("after -- may look like flags and attachments", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("one")), reply(text("two")));
    const run = await omp.run([...fake, "-p", "--", "--help", "@nope.txt"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "two\n" });
    expect(omp.models.requests[1]?.body).toContain('"--help"');
    expect(omp.models.requests[1]?.body).toContain('"@nope.txt"');
  });
});

describe("JSON", () => {
  test("events are written as they happen", async () => {
    await using omp = createOmp();
    const gate = hold();
    omp.models.script(reply([text("half"), gate, text(" whole")]));
    await using running = omp.start([...fake, "--mode", "json", "hi"]);
    await running.waitForStdout((stdout) => stdout.includes('"delta":"half"'));
    expect(running.stdout).not.toContain("agent_end");
    gate.release();
    expect((await running.exited).exitCode).toBe(0);
    expect(events(running.stdout).at(-1)?.type).toBe("agent_end");
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 143],
  ] as const)(
    "%s: everything up to then is written, to the last whole line",
    async (signal, code) => {
      await using omp = createOmp();
      const gate = hold();
      omp.models.script(reply([text("half"), gate]));
      await using running = omp.start([...fake, "--mode", "json", "hi"]);
      await running.waitForStdout((stdout) => stdout.includes('"delta":"half"'));
      running.kill(signal);
      const ended = await running.exited;
      expect(ended.exitCode).toBe(code);
      expect(ended.stdout).toEndWith("\n");
      const last = events(ended.stdout).at(-1);
      expect(last?.type).toBe("agent_end");
      expect(JSON.stringify(last)).toContain('"stopReason":"aborted"');
      expect(JSON.stringify(omp.sessionLines())).toContain("half");
    },
  );

  test("a reader that does not read keeps nobody from ending omp", async () => {
    await using omp = createOmp();
    omp.models.script(
      reply(text(Array.from({ length: 3000 }, (_, at) => `word${at} `.repeat(99)))),
    );
    const child = await startUnread(omp, [...fake, "--mode", "json", "hi"]);
    await child.end();
    await omp.models.nthRequest(1);
    await untilStill(child.pid);
    process.kill(child.pid, "SIGTERM");
    await eventually(() => costOf(child.pid) === undefined, { timeoutMs: 20_000 });
    for await (const _ of child.read());
    expect(await child.exited).toBe(143);
  }, 40_000);

  test("a reader that goes away stops the model", async () => {
    await using omp = createOmp();
    const words = Array.from({ length: 5000 }, (_, at) => `word${at} `);
    omp.models.script(reply(text(words)));
    const script = '"$@" --mode json hi | head -n 3 >/dev/null; exit ${PIPESTATUS[0]}';
    const run = await shell(omp, script);
    expect(run).toMatchObject({ exitCode: 141, stderr: "" });
  });
});

describe("input", () => {
  test("piped text of many megabytes arrives whole", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    const piped = `begin ${"lorem ipsum ".repeat(700_000)}end`;
    const run = await omp.run([...fake, "-p", "sum up"], { stdin: piped });
    expect(run).toMatchObject({ exitCode: 0, stdout: "ok\n" });
    const body = omp.models.requests[0]?.body ?? "";
    expect(body.includes(piped)).toBe(true);
  });

  test("no input, no message: one line and exit code 2", async () => {
    await using omp = createOmp();
    const run = await shell(omp, '"$@" -p <&-');
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain("Nothing to do.");
  });
});

test("stdout closed: the answer goes nowhere, not into a file that took its place", async () => {
  await using omp = createOmp();
  omp.models.script(reply(text("ok")));
  expect(await shell(omp, '"$@" -p hi >&-')).toMatchObject({ exitCode: 0, stderr: "" });
  expect(omp.sessionLines().map(({ type }) => type)).toContain("message");
});

test("nothing can be written anywhere: said once, and answered", async () => {
  await using omp = createOmp();
  omp.models.script(reply(text("ok")));
  const folders = [omp.workspace.path, omp.workspace.home, join(omp.workspace.home, ".omp")];
  for (const folder of [...folders, join(omp.workspace.home, ".omp/agent")])
    chmodSync(folder, 0o555);
  chmodSync(omp.workspace.root, 0o755);
  const temp = join(omp.workspace.root, "tmp-ro");
  mkdirSync(temp, { mode: 0o555 });
  // Root may write everywhere; a user who owns nothing may not.
  const asNobody = process.getuid?.() === 0 ? "setpriv --reuid 65534 --clear-groups -- " : "";
  const run = await shell(omp, `TMPDIR=${temp} ${asNobody}"$@" -p hi`);
  for (const folder of folders) chmodSync(folder, 0o755);
  expect(run).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(run.stderr).toMatch(/^omp: this session is not saved: .+\n$/);
});

test.each([
  ["NO_COLOR", "1"],
  ["CI", "true"],
  ["TERM", "dumb"],
  ["FORCE_COLOR", "3"],
])("%s=%s: the answer is the model's text, byte for byte", async (name, value) => {
  await using omp = createOmp();
  omp.models.script(reply(text("a **b** \u001b[31mc\u001b[0m é 漢")));
  const run = await omp.run([...fake, "-p", "hi"], { env: { [name]: value } });
  expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  expect(run.stdout).toBe("a **b** \u001b[31mc\u001b[0m é 漢\n");
});

function shell(omp: OmpProcess, script: string) {
  return runProcess(["bash", "-c", script, "bash", builtBinary(), ...fake], {
    cwd: omp.workspace.path,
    env: omp.workspace.env(),
  });
}
