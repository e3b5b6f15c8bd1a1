// An editor that does not read: omp pauses instead of filling its memory, loses nothing, and can still be stopped.
import { expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { hold, reply, text } from "@oh-my-pi/pi-testkit/llm";
import { costOf } from "@oh-my-pi/pi-testkit/process-tree";
import { type AcpFrame, schemaProblems } from "../../testing/acp-schema.ts";
import { createOmp, type OmpProcess } from "../../testing/omp-process.ts";
import { startUnread, type UnreadOmp } from "../../testing/unread-omp.ts";
import { untilStill } from "../../testing/until-still.ts";

const MEGABYTE = 1 << 20;
type Message = AcpFrame["message"];

/** Says these frames, checks every one of both sides when all is over. */
class SlowEditor implements AsyncDisposable {
  readonly #child: UnreadOmp;
  readonly #frames: AcpFrame[] = [];

  private constructor(child: UnreadOmp) {
    this.#child = child;
  }

  /** An editor that has opened the session and reads nothing after that. */
  static async start(omp: OmpProcess, sessionId: string): Promise<SlowEditor> {
    const child = await startUnread(omp, ["acp", "--model", "fake/m"], { readAtOnce: 2 });
    const editor = new SlowEditor(child);
    for (const message of [hello, resume(1, sessionId, omp.workspace.path)]) {
      await editor.send(message);
      editor.#heard(await child.firstLine());
    }
    return editor;
  }

  get pid(): number {
    return this.#child.pid;
  }

  async send(...messages: readonly Message[]): Promise<void> {
    const whole = messages.map((message) => ({ jsonrpc: "2.0", ...message }));
    this.#frames.push(...whole.map((message) => ({ from: "editor" as const, message })));
    await this.#child.write(...whole.map((message) => JSON.stringify(message)));
  }

  /** Reads until the answer to the last of these ids, then goes. */
  async readUntil(lastId: number): Promise<Message[]> {
    const read: Message[] = [];
    for await (const line of this.#child.read()) {
      const message = this.#heard(line);
      read.push(message);
      if (message.id === lastId && message.method === undefined) await this.#child.end();
    }
    expect(await this.#child.exited).toBe(0);
    return read;
  }

  /** Closes its end; nothing was read. */
  leave(): Promise<void> {
    return this.#child.end();
  }

  #heard(line: string): Message {
    const message = JSON.parse(line) as Message;
    this.#frames.push({ from: "omp", message });
    return message;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child.end();
    for await (const _ of this.#child.read());
    expect(schemaProblems(this.#frames)).toEqual([]);
  }
}

const hello: Message = {
  id: 0,
  method: "initialize",
  params: { protocolVersion: 1, clientCapabilities: {} },
};

/** A session to go on with: an editor that reads nothing cannot learn the id of a new one. */
async function keptSession(omp: OmpProcess): Promise<string> {
  omp.models.script(reply(text("Hi.")));
  await omp.run(["--model", "fake/m", "-p", "hello"]);
  return String(omp.sessionLines()[0]?.["id"]);
}

const resume = (id: number, sessionId: string, cwd: string): Message => ({
  id,
  method: "session/resume",
  params: { sessionId, cwd, mcpServers: [] },
});
const prompt = (id: number, sessionId: string): Message => ({
  id,
  method: "session/prompt",
  params: { sessionId, prompt: [{ type: "text", text: "go" }] },
});

test("a long answer waits for the editor, not in memory, and arrives whole", async () => {
  await using omp = createOmp();
  const sessionId = await keptSession(omp);
  // Some 8 MB: far more than the pipe and the buffers before it hold.
  const words = Array.from({ length: 8192 }, (_, at) => `word${at} `.padEnd(1024, "x"));
  omp.models.script(reply(text(words)));
  await using editor = await SlowEditor.start(omp, sessionId);
  await editor.send(prompt(2, sessionId));
  await omp.models.nthRequest(2);
  await untilStill(editor.pid);
  expect(costOf(editor.pid)?.peakRssBytes).toBeLessThan(160 * MEGABYTE);
  const read = await editor.readUntil(2);
  const said = read.flatMap(({ params }) => {
    const { update } = (params ?? {}) as {
      update?: { sessionUpdate: string; content?: { text: string } };
    };
    return update?.sessionUpdate === "agent_message_chunk" ? [update.content?.text ?? ""] : [];
  });
  expect(Bun.hash(said.join(""))).toBe(Bun.hash(words.join("")));
}, 60_000);

test("answers wait for the editor: thousands of questions are not read ahead", async () => {
  await using omp = createOmp();
  const sessionId = await keptSession(omp);
  await using editor = await SlowEditor.start(omp, sessionId);
  const count = 3000;
  const ballast = "x".repeat(2000);
  const questions = Array.from({ length: count }, (_, at): Message => ({
    id: at + 2,
    method: "session/set_config_option",
    params: { sessionId, configId: "thought_level", value: "off", _meta: { ballast } },
  }));
  let isAllTaken = false;
  const sent = editor.send(...questions).then(() => (isAllTaken = true));
  await untilStill(editor.pid);
  expect(isAllTaken).toBe(false);
  expect(costOf(editor.pid)?.peakRssBytes).toBeLessThan(160 * MEGABYTE);
  const read = await editor.readUntil(count + 1);
  await sent;
  const answered = read.flatMap(({ id, method }) => (method === undefined ? [Number(id)] : []));
  expect(answered.toSorted((a, b) => a - b)).toEqual(questions.map(({ id }) => Number(id)));
}, 60_000);

test("a cancel is heard while nothing is read", async () => {
  await using omp = createOmp();
  const sessionId = await keptSession(omp);
  const gate = hold();
  omp.models.script(reply([text("half ".repeat(400_000)), gate]));
  await using editor = await SlowEditor.start(omp, sessionId);
  await editor.send(prompt(2, sessionId));
  await gate.reached;
  await editor.send({ method: "session/cancel", params: { sessionId } });
  expect(await omp.models.requests[1]?.outcome).toBe("clientGone");
  const read = await editor.readUntil(2);
  expect(read.find(({ id, method }) => id === 2 && method === undefined)?.result).toMatchObject({
    stopReason: "cancelled",
  });
}, 20_000);

test("an editor that never reads and goes: omp ends", async () => {
  await using omp = createOmp();
  const sessionId = await keptSession(omp);
  omp.models.script(reply(text(Array.from({ length: 3000 }, (_, at) => `word${at} `.repeat(100)))));
  await using editor = await SlowEditor.start(omp, sessionId);
  await editor.send(prompt(2, sessionId));
  await omp.models.nthRequest(2);
  await untilStill(editor.pid);
  await editor.leave();
  await eventually(() => costOf(editor.pid) === undefined);
}, 30_000);
