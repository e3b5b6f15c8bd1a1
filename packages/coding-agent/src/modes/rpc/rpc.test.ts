// RPC through the shipped binary: answers carry the host's ids, events stream in between, and no line that a
// host may send ends the process.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import fc from "fast-check";
import { createOmp } from "../../testing/omp-process.ts";
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
