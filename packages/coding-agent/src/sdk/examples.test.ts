// The examples of the package, each run as its reader would run it, against the fake model server.
import { expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { runProcess, startProcess } from "@oh-my-pi/pi-testkit/process";
import { join } from "node:path";
import { createOmp } from "../testing/omp-process.ts";

const examples = join(import.meta.dir, "../../examples");

type Omp = ReturnType<typeof createOmp>;

function commandOf(name: string, omp: Omp, ...args: string[]) {
  const command = [process.execPath, join(examples, name), ...args];
  return { command, options: { cwd: omp.workspace.path, env: omp.workspace.env({ PORT: "0" }) } };
}

async function runExample(name: string, omp: Omp, ...args: string[]) {
  const { command, options } = commandOf(name, omp, ...args);
  return runProcess(command, options);
}

test("minimal: one question, one answer, a session file", async () => {
  await using omp = createOmp();
  omp.models.script(reply(text("a red fox")));
  expect(await runExample("minimal.ts", omp, "Which animal?")).toMatchObject({
    exitCode: 0,
    stdout: "a red fox\n",
    stderr: "",
  });
  expect(omp.models.requests[0]?.body).toContain("Which animal?");
  expect(omp.sessionLines().at(-1)).toMatchObject({ type: "message" });
});

test("custom-tool: the model is given the answer, and the failure, of a function", async () => {
  await using omp = createOmp();
  omp.models.script(
    reply([toolCall("weather", { city: "Oslo" }), toolCall("weather", { city: "Atlantis" })]),
    reply(text("cold")),
  );
  expect(await runExample("custom-tool.ts", omp)).toMatchObject({ exitCode: 0, stdout: "cold\n" });
  const second = omp.models.requests[1]?.body ?? "";
  expect(second).toContain("-3 °C");
  expect(second).toContain("There is no station in Atlantis.");
  expect(omp.sessionLines()).toEqual([]);
});

test("custom-provider: a function answers, nothing is sent", async () => {
  await using omp = createOmp();
  expect(await runExample("custom-provider.ts", omp, "stressed")).toMatchObject({
    exitCode: 0,
    stdout: "desserts\n",
  });
  expect(omp.models.requests).toEqual([]);
});

test("event-stream: each event is a line of JSON, streaming ones without the message so far", async () => {
  await using omp = createOmp();
  omp.models.script(reply(text(["one ", "two"])));
  const { stdout, exitCode } = await runExample("event-stream.ts", omp);
  expect(exitCode).toBe(0);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events[0]?.["type"]).toBe("agent_start");
  expect(events.at(-1)?.["type"]).toBe("agent_end");
  const updates = events.filter(({ type }) => type === "message_update");
  expect(updates.length).toBeGreaterThan(0);
  for (const update of updates) expect(update["message"]).toBeUndefined();
});

test("http-server: sessions side by side, ended by SIGTERM", async () => {
  await using omp = createOmp();
  omp.models.scriptFor(({ body }) => body.includes("I am alice"), reply(text("hello alice")));
  omp.models.scriptFor(({ body }) => body.includes("I am bob"), reply(text("hello bob")));
  const { command, options } = commandOf("http-server.ts", omp);
  await using server = startProcess(command, options);
  const heard = await server.waitForStdout((out) => out.includes("\n"));
  const url = /http:\S+/.exec(heard)?.[0] ?? "";
  const ask = async (user: string, body: string) =>
    (await fetch(new URL(user, url), { method: "POST", body })).text();
  const answers = await Promise.all([ask("alice", "I am alice"), ask("bob", "I am bob")]);
  expect(answers).toEqual(["hello alice\n", "hello bob\n"]);
  server.kill("SIGTERM");
  expect((await server.exited).exitCode).toBe(0);
});
