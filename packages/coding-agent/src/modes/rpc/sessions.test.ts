// Going from session to session over RPC: events follow, what is left is closed and kept, and a refusal leaves
// everything as it was.
import { expect, test } from "bun:test";
import { hold, reply, text } from "@oh-my-pi/pi-testkit/llm";
import { existsSync, readFileSync } from "node:fs";
import { startRpcHost } from "../../testing/rpc-host.ts";

const isEnd = ({ type }: { type: string }): boolean => type === "agent_end";

test("a new session, back to the old one, and a branch into a file of its own", async () => {
  await using host = await startRpcHost();
  host.omp.models.script(reply(text("one")), reply(text("two")), reply(text("three")));
  const first = (await host.ask("get_state")).data as { sessionFile: string; sessionId: string };
  await host.ask("prompt", { message: "first" });
  await host.next(isEnd);

  const fresh = await host.ask("new_session", { parentSession: first.sessionFile });
  expect(fresh.data).toEqual({ cancelled: false });
  const second = (await host.ask("get_state")).data as { sessionFile: string; sessionId: string };
  expect(second).toMatchObject({ messageCount: 0, model: { id: "m" } });
  expect(second.sessionId).not.toBe(first.sessionId);
  expect(JSON.parse(readFileSync(second.sessionFile, "utf8").split("\n")[0]!)).toMatchObject({
    parentSession: first.sessionFile,
  });
  const before = host.frames().length;
  await host.ask("prompt", { message: "second" });
  await host.next(isEnd, before);

  expect((await host.ask("switch_session", { sessionPath: first.sessionFile })).success).toBe(true);
  expect((await host.ask("get_last_assistant_text")).data).toEqual({ text: "one" });
  const points = (await host.ask("get_branch_messages")).data as {
    messages: { entryId: string; text: string }[];
  };
  const branched = await host.ask("branch", { entryId: points.messages[0]!.entryId });
  expect(branched.data).toEqual({ text: "first", cancelled: false });
  const third = (await host.ask("get_state")).data as { sessionFile: string };
  expect([first.sessionFile, second.sessionFile]).not.toContain(third.sessionFile);
  expect(third).toMatchObject({ messageCount: 0 });
  const then = host.frames().length;
  await host.ask("prompt", { message: "again" });
  await host.next(isEnd, then);
  expect((await host.ask("get_last_assistant_text")).data).toEqual({ text: "three" });
  expect(readFileSync(first.sessionFile, "utf8")).toContain('"one"');
  for (const { file } of [{ file: first.sessionFile }, { file: second.sessionFile }])
    expect(existsSync(file)).toBe(true);
});

test("a switch that cannot be made leaves the session and its run alive", async () => {
  await using host = await startRpcHost();
  const gate = hold();
  host.omp.models.script(reply([text("half"), gate, text(" done")]));
  await host.ask("prompt", { message: "go" });
  await gate.reached;
  const refused = await host.ask("switch_session", { sessionPath: "no/such.jsonl" });
  expect(refused).toMatchObject({ success: false, command: "switch_session" });
  expect(refused.error).toContain("There is no session file");
  expect((await host.ask("get_state")).data).toMatchObject({ isStreaming: true });
  gate.release();
  await host.next(isEnd);
  expect((await host.ask("get_last_assistant_text")).data).toEqual({ text: "half\n done" });
});

test("a new session while one runs ends that run first; its end is heard", async () => {
  await using host = await startRpcHost();
  const gate = hold();
  host.omp.models.script(reply([text("half"), gate, text(" done")]));
  await host.ask("prompt", { message: "go" });
  await gate.reached;
  await host.ask("new_session");
  const frames = host.frames();
  const ended = frames.findIndex(isEnd);
  expect(ended).toBeGreaterThan(0);
  expect(ended).toBeLessThan(frames.findIndex(({ command }) => command === "new_session"));
  expect((await host.ask("get_state")).data).toMatchObject({ isStreaming: false, messageCount: 0 });
  gate.release();
});
