// Each class of ending has its published code, through the shipped binary.
import { describe, expect, test } from "bun:test";
import { hold, httpError, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { EXIT } from "../platform/exit-codes.ts";
import { builtBinary, createOmp } from "../testing/omp-process.ts";

const fake = ["--model", "fake/m", "-p"];

describe("a run ends with", () => {
  test("0 when it is done", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    expect((await omp.run([...fake, "hi"])).exitCode).toBe(EXIT.ok);
  });

  test("1 when the model fails, said on stderr", async () => {
    await using omp = createOmp();
    omp.models.script(httpError(400, { message: "no such thing" }));
    const run = await omp.run([...fake, "hi"]);
    expect(run).toMatchObject({ exitCode: EXIT.error, stdout: "" });
    expect(run.stderr).toStartWith("omp: ");
  });

  test.each([[["--modle", "x"]], [["--thinking", "huge"]], [["--mode", "josn"]], [["-p"]]])(
    "2 for the mistake %p, in one line",
    async (args) => {
      await using omp = createOmp();
      const run = await omp.run(args);
      expect(run.exitCode).toBe(EXIT.usage);
      expect(run.stderr.trimEnd().split("\n")).toHaveLength(1);
    },
  );

  test("3 without a key", async () => {
    await using omp = createOmp();
    const run = await omp.run(["--model", "anthropic/claude-sonnet-4-5", "-p", "hi"]);
    expect(run.exitCode).toBe(EXIT.noCredentials);
    expect(run.stderr).toStartWith("omp: ");
  });

  test("4 when a call was refused and the model gave up, with the reason", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("bash", { command: "true" })), reply(text("I may not.")));
    const run = await omp.run([...fake, "--approval-mode", "always-ask", "hi"]);
    expect(run).toMatchObject({ exitCode: EXIT.refused, stdout: "I may not.\n" });
    expect(run.stderr).toMatch(/^omp: refused: .*approval.*\n$/);
  });

  test("0 when a call was refused and the model found another way", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "a.txt": "one\n" });
    omp.models.script(
      reply(toolCall("bash", { command: "cat a.txt" })),
      reply(toolCall("read", { path: "a.txt" })),
      reply(text("one")),
    );
    const run = await omp.run([...fake, "--approval-mode", "write", "hi"]);
    expect(run).toMatchObject({ exitCode: EXIT.ok, stdout: "one\n", stderr: "" });
  });

  test("6 when the project has files that nobody has agreed to", async () => {
    await using omp = createOmp();
    omp.workspace.write({ ".omp/config.yml": "tools:\n  approvalMode: write\n" });
    const run = await omp.run([...fake, "hi"]);
    expect(run).toMatchObject({ exitCode: EXIT.untrusted, stdout: "" });
    expect(run.stderr).toContain("omp trust add");
    expect(omp.models.requests).toHaveLength(0);
  });

  test("141 when whoever read stdout went away", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("x".repeat(300_000))));
    const script = '"$@" -p hi | head -c 1; exit ${PIPESTATUS[0]}';
    const run = await runProcess(["bash", "-c", script, "bash", builtBinary(), ...fake], {
      cwd: omp.workspace.path,
      env: omp.workspace.env(),
    });
    expect(run).toMatchObject({ exitCode: EXIT.brokenPipe, stderr: "" });
  });

  test("5 when its time is up", async () => {
    await using omp = createOmp();
    omp.models.script(reply([text("half"), hold()]));
    const run = await omp.run([...fake, "--max-time", "0.2", "hi"]);
    expect(run.exitCode).toBe(EXIT.timeout);
  });

  test.each([
    ["SIGINT", EXIT.interrupted],
    ["SIGTERM", EXIT.terminated],
  ] as const)("%s: %p, with what was said kept", async (signal, code) => {
    await using omp = createOmp();
    const gate = hold();
    omp.models.script(reply([text("half"), gate]));
    await using running = omp.start([...fake, "hi"]);
    await gate.reached;
    running.kill(signal);
    expect((await running.exited).exitCode).toBe(code);
    expect(JSON.stringify(omp.sessionLines())).toContain('"hi"');
  });
});

test("every published code is shown by a test of this file", async () => {
  const shown = await Bun.file(import.meta.path).text();
  for (const name of Object.keys(EXIT)) expect(shown).toContain(`EXIT.${name}`);
});
