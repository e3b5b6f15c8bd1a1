// Clients of the protocol, each against the shipped binary: the typed one and the Python example.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, createOmp } from "../../testing/omp-process.ts";
import { RpcClient, RpcError } from "./rpc-client.ts";

const example = join(import.meta.dir, "../../../examples/rpc_client.py");
const add = {
  name: "add",
  description: "Adds.",
  parameters: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
};

function clientOf(omp: ReturnType<typeof createOmp>, args: readonly string[] = []): RpcClient {
  const { path: cwd } = omp.workspace;
  return new RpcClient({
    command: [builtBinary()],
    cwd,
    env: omp.workspace.env(),
    model: "fake/m",
    args,
  });
}

describe("RpcClient", () => {
  test("prompts, collects events, runs host tools and stops", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("add", { a: 1, b: 2 })), reply(text("three")));
    await using client = await clientOf(omp).start();
    const updates: string[] = [];
    client.onEvent((event) => {
      if (event.type === "tool_execution_update") updates.push(event.toolName);
    });
    await client.setHostTools([
      {
        ...add,
        run: ({ a, b }, { update }) => {
          update("adding");
          return String(Number(a) + Number(b));
        },
      },
    ]);
    const events = await client.promptAndWait("add");
    expect(events.at(-1)?.type).toBe("agent_end");
    expect(updates).toEqual(["add"]);
    expect(await client.getLastAssistantText()).toBe("three");
    expect(omp.models.requests[1]?.body).toContain('"3"');
    const state = await client.getState();
    expect(state).toMatchObject({ isStreaming: false, messageCount: 4 });
    expect(await client.bash("echo $((6*7))")).toMatchObject({ output: "42\n", exitCode: 0 });
  });

  test("a command that fails rejects with its sentence; the client goes on", async () => {
    await using omp = createOmp();
    await using client = await clientOf(omp).start();
    const failure = await client.setModel("zz", "q").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RpcError);
    expect(failure).toMatchObject({ command: "set_model", message: "Model not found: zz/q" });
    expect((await client.newSession()).cancelled).toBe(false);
  });

  test("an omp that does not start says why", async () => {
    await using omp = createOmp();
    await using client = clientOf(omp, ["--modle", "x"]);
    const failure = await client.start().catch((error: unknown) => error);
    expect(String(failure)).toContain("ended with code 2");
  });
});

test("the Python client asks, runs its tool and ends with 0", async () => {
  await using omp = createOmp();
  omp.models.script(reply(toolCall("add", { a: 20, b: 22 })), reply(text("forty-two")));
  const env = { ...omp.workspace.env(), OMP: builtBinary() };
  const run = await runProcess(["python3", example, "add", "--model", "fake/m"], {
    cwd: omp.workspace.path,
    env,
  });
  expect(run).toMatchObject({ exitCode: 0, stdout: "forty-two\n" });
  expect(omp.models.requests[1]?.body).toContain('"42"');
  expect(readFileSync(example, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(60);
});
