// RPC through the shipped binary: answers carry the host's ids, events stream in between, and no line that a
// host may send ends the process.
import { describe, expect, test } from "bun:test";
import { hold, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import fc from "fast-check";
import { createOmp } from "../../testing/omp-process.ts";
import { startRpcHost } from "../../testing/rpc-host.ts";
import { readFrame } from "../shared/frame.ts";

interface Answer {
  type: string;
  id?: string;
  command?: string;
  success?: boolean;
  error?: string;
  data?: Record<string, unknown>;
  message?: unknown;
}

async function talk(
  lines: readonly string[],
  replies: Parameters<ReturnType<typeof createOmp>["models"]["script"]>,
) {
  await using omp = createOmp();
  omp.models.script(...replies);
  await using process = omp.serve(["--model", "fake/m", "--mode", "rpc"]);
  await process.waitForStdout((out) => out.startsWith('{"type":"ready"}\n'));
  for (const line of lines) process.write(`${line}\n`);
  if (replies.length > 0) await process.waitForStdout((out) => out.includes('"agent_end"'));
  process.closeStdin();
  const { stdout, exitCode, stderr } = await process.exited;
  const frames = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
  return { frames, exitCode, stderr, requests: omp.models.requests };
}

describe("rpc", () => {
  test("a prompt is acknowledged and runs, events come as lines", async () => {
    const { frames, exitCode } = await talk(
      ['{"id":"1","type":"prompt","message":"go"}'],
      [reply(toolCall("bash", { command: "echo hi" })), reply(text("done"))],
    );
    expect(exitCode).toBe(0);
    const types = frames.map((frame) => frame.type);
    expect(types[0]).toBe("ready");
    expect(frames.find((frame) => frame.id === "1")).toEqual({
      id: "1",
      type: "response",
      command: "prompt",
      success: true,
    });
    for (const type of [
      "agent_start",
      "turn_start",
      "message_start",
      "message_update",
      "tool_execution_start",
      "tool_execution_end",
      "turn_end",
      "agent_end",
    ]) {
      expect(types).toContain(type);
    }
    for (const frame of frames)
      if (frame.type === "message_update") expect(frame.message).toBeUndefined();
  });

  test("state, names and mistakes are answered with id and command", async () => {
    const { frames } = await talk(
      [
        '{"id":"1","type":"get_state"}',
        '{"id":"2","type":"nope"}',
        '{"id":"3","type":"set_session_name","name":""}',
        '{"id":"4","type":"set_model","provider":"zz","modelId":"q"}',
        "not json",
        "[1,2]",
        '{"id":"7"}',
        '{"id":"8","type":"get_last_assistant_text"}',
      ],
      [],
    );
    const byId = new Map(frames.map((frame) => [frame.id, frame]));
    expect(byId.get("1")?.data).toMatchObject({
      isStreaming: false,
      steeringMode: "one-at-a-time",
      messageCount: 0,
      model: { id: "m", provider: "fake" },
    });
    expect(byId.get("2")).toMatchObject({
      success: false,
      command: "nope",
      error: "Unknown command: nope",
    });
    expect(byId.get("3")).toMatchObject({ success: false, error: "Session name cannot be empty" });
    expect(byId.get("4")).toMatchObject({ success: false, command: "set_model" });
    expect(byId.get("7")).toMatchObject({ success: false, command: "parse" });
    expect(byId.get("8")).toMatchObject({ success: true });
    expect(frames.filter((frame) => frame.command === "parse")).toHaveLength(3);
  });

  test("stdout carries frames only", async () => {
    const { frames, stderr } = await talk(['{"type":"get_messages"}'], []);
    expect(frames.every((frame) => typeof frame.type === "string")).toBe(true);
    expect(stderr).toBe("");
  });
});

test("a prompt while a run goes on must say how it is to be taken", async () => {
  await using host = await startRpcHost();
  const gate = hold();
  host.omp.models.script(reply([text("half"), gate]), reply(text("again")), reply(text("after")));
  await host.ask("prompt", { message: "first" });
  await gate.reached;
  const refused = await host.ask("prompt", { message: "second" });
  expect(refused).toMatchObject({ success: false, command: "prompt" });
  expect(refused.error).toContain("streamingBehavior");
  for (const streamingBehavior of ["followUp", "steer"]) {
    const taken = await host.ask("prompt", { message: streamingBehavior, streamingBehavior });
    expect(taken.success).toBe(true);
  }
  const { data } = await host.ask("get_state");
  expect(data).toMatchObject({ isStreaming: true, queuedMessageCount: 2 });
  gate.release();
  await host.next(({ type }) => type === "agent_end");
  expect(host.omp.models.requests).toHaveLength(3);
  const bodies = host.omp.models.requests.map(({ body }) => body);
  expect(bodies.map((body) => body.includes('"steer"'))).toEqual([false, true, true]);
  expect(bodies.map((body) => body.includes('"followUp"'))).toEqual([false, false, true]);
});

test("get_state has every documented field", async () => {
  await using host = await startRpcHost();
  await host.ask("set_session_name", { name: "mine" });
  const { data } = await host.ask("get_state");
  expect(Object.keys(data ?? {}).toSorted()).toEqual([
    "autoCompactionEnabled",
    "contextUsage",
    "dumpTools",
    "followUpMode",
    "interruptMode",
    "isCompacting",
    "isStreaming",
    "messageCount",
    "model",
    "queuedMessageCount",
    "sessionFile",
    "sessionId",
    "sessionName",
    "steeringMode",
    "systemPrompt",
    "thinkingLevel",
    "todoPhases",
  ]);
  expect(data).toMatchObject({
    isCompacting: false,
    sessionName: "mine",
    contextUsage: { tokens: 0, contextWindow: 200_000, percent: 0 },
  });
});

test.each([
  ["", 0],
  ["1", 1],
])("PI_RPC_EMIT_TITLE=%p: %p title frames, and never a control sequence", async (value, count) => {
  await using omp = createOmp();
  await using child = omp.serve(["--model", "fake/m", "--mode", "rpc"], {
    PI_RPC_EMIT_TITLE: value,
    TERM: "xterm-256color",
  });
  child.write('{"id":"1","type":"set_session_name","name":"mine"}\n');
  await child.waitForStdout((out) => out.includes('"id":"1"'));
  child.closeStdin();
  const { stdout, stderr } = await child.exited;
  expect(stdout.split('"method":"setTitle"').length - 1).toBe(count);
  expect(stdout + stderr).not.toMatch(/[\u0007\u001b]/);
});

test("any line at all becomes a command or an answer", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      ),
      (line) => {
        const frame = readFrame(line);
        expect(typeof frame.command).toBe("string");
      },
    ),
  );
});
