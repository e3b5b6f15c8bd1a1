// Each class of ending has its published code, through the shipped binary.
import { describe, expect, test } from "bun:test";
import { hold, httpError, reply, text } from "@oh-my-pi/pi-testkit/llm";
import { EXIT } from "../platform/exit-codes.ts";
import { createOmp } from "../testing/omp-process.ts";

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
