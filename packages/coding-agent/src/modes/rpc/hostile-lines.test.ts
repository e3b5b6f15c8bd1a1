// Whatever comes down the pipe, omp answers and goes on; whatever the host does meanwhile, omp ends as it should.
import { describe, expect, test } from "bun:test";
import { hold, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createProcessMark } from "@oh-my-pi/pi-testkit/process-tree";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { createOmp } from "../../testing/omp-process.ts";
import { type RpcFrame, startRpcHost } from "../../testing/rpc-host.ts";

const MEGABYTE = 1 << 20;
const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
const DEEP = 200_000;

/** The lines, and what the answer to each says. */
const LINES: [name: string, line: string | Uint8Array, says: RegExp][] = [
  ["no JSON", "hello there", /^Failed to parse command: /],
  ["half of an object", '{"type":"get_state"', /^Failed to parse command: /],
  ["a list", "[1,2]", /not a JSON object/],
  ["null", "null", /not a JSON object/],
  ["no type", "{}", /"type" must name a command/],
  ["a type that is a number", '{"type":7}', /"type" must name a command/],
  ["an unknown command", '{"type":"get_stat"}', /get_stat/],
  ["a name of the language itself", '{"type":"__proto__"}', /__proto__/],
  ["another one", '{"type":"constructor"}', /constructor/],
  ["a field of the wrong kind", '{"type":"prompt","message":{"a":1}}', /message/],
  ["10 MB that are no JSON", "x".repeat(10 * MEGABYTE), /^Failed to parse command: /],
  ["10 MB of brackets", "[".repeat(10 * MEGABYTE), /^Failed to parse command: /],
  [
    "10 MB in a field that nobody asked for",
    `{"type":"set_session_name","name":"","more":"${"x".repeat(10 * MEGABYTE)}"}`,
    /Session name cannot be empty/,
  ],
  ["bytes that are no UTF-8", bytes(0xff, 0xfe, 0x80, 0xc3), /^Failed to parse command: /],
  ["zeros", bytes(0, 0, 0), /^Failed to parse command: /],
  ["deep lists", `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`, /^Failed to parse command: /],
  [
    "deep objects in a field",
    `{"type":"set_todos","phases":${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}}`,
    /\S/,
  ],
];

describe("a line that makes no sense", () => {
  test("is answered, one for one, and survived", async () => {
    await using host = await startRpcHost();
    for (const [name, line, says] of LINES) {
      const from = host.frames().length;
      host.process.write(line);
      host.process.write("\n");
      const answer = await host.next(({ type }) => type === "response", from);
      expect([name, answer.success]).toEqual([name, false]);
      expect(answer.error).toMatch(says);
      expect((await host.ask("get_state")).success).toBe(true);
    }
    host.process.write("\r\n\n  \n\ufeff\n");
    expect((await host.ask("get_state")).success).toBe(true);
    expect(await host.end()).toMatchObject({ exitCode: 0, stderr: "" });
  }, 30_000);

  test("keeps its id where that can be read, whatever else is wrong", async () => {
    await using host = await startRpcHost();
    host.process.write('{"id":"a","type":"nope"}\n{"id":7,"type":"prompt"}\n{"id":"b"}\n');
    for (const id of ["a", 7, "b"])
      expect(await host.next((frame) => (frame.id as unknown) === id)).toMatchObject({
        success: false,
      });
  });

  test("may be cut anywhere, even inside a character", async () => {
    await using host = await startRpcHost();
    const line = Buffer.from('{"id":"n","type":"set_session_name","name":"é漢🙂"}\n');
    for (const byte of line) {
      host.process.write(bytes(byte));
      await Bun.sleep(0);
    }
    expect(await host.next(({ id }) => id === "n")).toMatchObject({ success: true });
    expect((await host.ask("get_state")).data).toMatchObject({ sessionName: "é漢🙂" });
  });
});

describe("what happens at the same time", () => {
  test("two prompts in one breath: the first runs, the second is refused", async () => {
    await using host = await startRpcHost();
    const gate = hold();
    host.omp.models.script(reply([text("half"), gate]));
    const prompt = (id: string): string =>
      `${JSON.stringify({ id, type: "prompt", message: id })}\n`;
    host.process.write(prompt("one") + prompt("two"));
    const answer = (id: string): Promise<RpcFrame> => host.next((frame) => frame.id === id);
    expect(await answer("one")).toMatchObject({ success: true });
    expect(await answer("two")).toMatchObject({ success: false });
    gate.release();
    await host.next(({ type }) => type === "agent_end");
    expect(host.omp.models.requests).toHaveLength(1);
  });

  test("a host that dies while a command runs leaves nothing of it behind", async () => {
    await using omp = createOmp();
    const mark = createProcessMark();
    const command = "sleep 1000 & echo begun; exec sleep 1000";
    omp.models.script(reply(toolCall("bash", { command })));
    await using child = omp.serve(["--model", "fake/m", "--mode", "rpc"], mark.env);
    child.write('{"type":"prompt","message":"go"}\n');
    await child.waitForStdout((out) => /tool_execution_update.*begun/.test(out));
    expect(mark.pids().length).toBeGreaterThan(1);
    child.closeStdin();
    expect(await child.exited).toMatchObject({ exitCode: 0, stderr: "" });
    await eventually(() => mark.pids().length === 0 || undefined);
    const kept = JSON.stringify(omp.sessionLines());
    expect(kept).toContain('"go"');
    expect(kept).toContain('"toolResult"');
  });
});
