// G6 in a whole session: tools, shell commands and the person's own commands are taken back by turn, over every face's
// command table, across a resume, and the model is told.
import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { readTree } from "./services/undo/testing/read-tree.ts";
import type { Session } from "./session/session.ts";
import { findSlash } from "./slash/find-slash.ts";
import { type LiveOptions, openLiveSession } from "./testing/live-session.ts";

const YOLO: LiveOptions = { values: { tools: { approvalMode: "yolo" } } };

/** What a slash command replies. */
async function slash(session: Session, line: string): Promise<string> {
  const call = await findSlash(line);
  const replies: string[] = [];
  await call?.command.run(call.argument, {
    sessions: { current: session, send: (command: { type: string }) => session.send(command) },
    reply: (reply: string) => replies.push(reply),
    openScreen: () => false,
    commands: async () => [],
    leave: () => undefined,
  } as unknown as Parameters<NonNullable<typeof call>["command"]["run"]>[1]);
  return replies.join("\n");
}

test("a turn with tools and commands is shown, taken back, done again; the model hears of it", async () => {
  await using live = await openLiveSession(YOLO);
  const { workspace, models } = live;
  const { session } = live.current;
  writeFileSync(workspace.at("keep.txt"), "one\ntwo\n");
  writeFileSync(workspace.at("gone.txt"), "gone\n");
  const before = readTree(workspace.path);
  models.script(
    [
      toolCall("write", { path: "made/new.txt", content: "hello\n" }),
      toolCall("bash", { command: "sed -i s/two/2/ keep.txt && rm gone.txt" }),
    ],
    text("done"),
    text("second"),
  );
  await session.prompt("change things");
  const after = readTree(workspace.path);
  expect(after).not.toEqual(before);
  expect(await slash(session, "/changes")).toMatch(
    /change things[^]*deleted +gone\.txt {2}\+0 -1[^]*modified +keep\.txt {2}\+1 -1[^]*added +made\/new\.txt {2}\+1 -0/,
  );
  expect(await slash(session, "/undo")).toContain("Took back 1 turn: 4 files.");
  expect(readTree(workspace.path)).toEqual(before);
  await session.prompt("go on");
  const [body] = live.bodies().slice(-1);
  expect(JSON.stringify(body)).toContain("The user took back the file changes of the last turn");
  expect(await slash(session, "/redo")).toContain("Did again 1 turn: 4 files.");
  expect(readTree(workspace.path)).toEqual(after);
});

test("a resumed session still has its history; each turn left an entry", async () => {
  await using live = await openLiveSession(YOLO);
  const { workspace, models } = live;
  models.script([toolCall("bash", { command: "echo 1 > a" })], text("x"));
  models.script([toolCall("bash", { command: "echo 2 >> a; echo 3 > b" })], text("y"));
  await live.current.session.prompt("first");
  await live.current.session.prompt("second");
  const { session } = await live.resume();
  const kinds = [...session.log.entries()].filter(
    (entry) => entry.type === "custom" && entry.customType === "omp.file-changes",
  );
  expect(kinds.length).toBe(2);
  expect(await session.send({ type: "undo", turns: 1 })).toMatchObject({ isDone: true, turns: 1 });
  expect(readFileSync(workspace.at("a"), "utf8")).toBe("1\n");
  expect(existsSync(workspace.at("b"))).toBe(false);
  const again = (await live.resume()).session;
  expect(await again.send({ type: "redo" })).toMatchObject({ isDone: true });
  expect(readFileSync(workspace.at("a"), "utf8")).toBe("1\n2\n");
  expect(await again.send({ type: "undo", turns: 5 })).toMatchObject({ turns: 2 });
  expect(existsSync(workspace.at("a"))).toBe(false);
});

test("the person's own command is a turn of its own", async () => {
  await using live = await openLiveSession(YOLO);
  const { session } = live.current;
  live.models.script([toolCall("bash", { command: "echo 1 > a" })], text("x"));
  await session.prompt("first");
  await session.send({ type: "bash", command: "echo mine > a" });
  expect(await session.send({ type: "changes", turns: 9 })).toMatchObject({
    turns: [{ label: "!echo mine > a" }, { label: "first" }],
  });
  await session.send({ type: "undo" });
  expect(readFileSync(live.workspace.at("a"), "utf8")).toBe("1\n");
});

test("a background job is taken back with what follows it", async () => {
  await using live = await openLiveSession({
    values: { tools: { approvalMode: "yolo" }, async: { enabled: true } },
  });
  const { session, shell } = live.current;
  const go = live.workspace.at("go");
  live.models.script(
    [
      toolCall("bash", {
        command: `until [ -e ${go} ]; do sleep 0.02; done; echo job > made`,
        async: true,
      }),
    ],
    text("started"),
  );
  await session.prompt("start it");
  writeFileSync(go, "");
  const [job] = shell.jobs.list();
  await shell.jobs.waitForAny([job!.id], 10_000, new AbortController().signal);
  expect(await session.send({ type: "changes" })).toMatchObject({
    turns: [{ files: expect.arrayContaining([expect.objectContaining({ path: "made" })]) }],
  });
  await session.send({ type: "undo" });
  expect(existsSync(live.workspace.at("made"))).toBe(false);
});

test("what cannot be done is said in a sentence", async () => {
  await using live = await openLiveSession(YOLO);
  const { session } = live.current;
  const refuses = (type: string): Promise<unknown> =>
    session.send({ type }).catch((error: Error) => error.message);
  expect(await refuses("undo")).toBe("There is nothing to undo in this session.");
  expect(await refuses("redo")).toBe("There is nothing to redo.");
  expect(await slash(session, "/changes")).toBe("No turn of this session changed files.");
  expect(await slash(session, "/undo x")).toStartWith("Usage: /undo");
  expect(await slash(session, "/changes -1")).toStartWith("Usage: /changes");
  live.models.script([toolCall("bash", { command: "echo 1 > a; echo 1 > b" })], text("x"));
  await session.prompt("first");
  writeFileSync(join(live.workspace.path, "b"), "theirs");
  expect(await slash(session, "/undo")).toBe(
    "Nothing was changed: these files cannot be put back.\n" +
      "  b: somebody else changed it since\n/undo --rest puts back everything else.",
  );
  expect(await slash(session, "/undo --rest")).toContain("Took back 1 turn: 1 file.");
  expect(readFileSync(live.workspace.at("b"), "utf8")).toBe("theirs");
});

test("switched off there is no journal", async () => {
  await using live = await openLiveSession({ values: { undo: { enabled: false } } });
  const failure = live.current.session
    .send({ type: "undo" })
    .catch((error: Error) => error.message);
  expect(await failure).toContain("undo.enabled");
});
