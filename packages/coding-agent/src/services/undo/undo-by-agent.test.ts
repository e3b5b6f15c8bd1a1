// Contract: what one subagent did can be shown and taken back alone; what others did to the same file stands in the way,
// and the rest of the turn stays as it is and can still be taken back whole.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UndoJournal } from "./undo-journal.ts";

let base: string;
let root: string;
let journal: UndoJournal;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "omp-undo-"));
  root = join(base, "work");
  mkdirSync(root);
  for (const name of ["a", "b", "c"]) writeFileSync(join(root, name), "old\n");
  journal = open();
});

afterEach(async () => {
  await journal[Symbol.asyncDispose]();
  rmSync(base, { recursive: true, force: true });
});

function open(): UndoJournal {
  return new UndoJournal({
    root,
    directory: join(base, "undo"),
    session: "s",
    platform: process.platform,
    now: Date.now,
    onDefect: (defect) => {
      throw defect;
    },
  });
}

const files = (): string => ["a", "b", "c"].map((name) => read(name)).join(" ");
const read = (name: string): string => readFileSync(join(root, name), "utf8").trim();

async function write(agentId: string | undefined, ...names: string[]): Promise<void> {
  const label = `write: ${names.join()}`;
  const step = await journal.begin({ label, tool: "write", agentId });
  for (const name of names) writeFileSync(join(root, name), `${agentId ?? "session"}\n`);
  await step.end();
}

async function turnOfThree(): Promise<void> {
  journal.startTurn("three at work");
  await write(undefined, "a");
  await write("scout", "b");
  await write("mason", "c");
}

test("one subagent's doing is shown and taken back alone", async () => {
  await turnOfThree();
  const { turns } = await journal.changes(1, "scout");
  expect(turns.map((turn) => turn.files.map(({ path }) => path))).toEqual([["b"]]);
  expect((await journal.changes(1, "nobody")).turns).toEqual([]);
  expect(await journal.undo(1, { agentId: "scout" })).toMatchObject({ isDone: true, turns: 1 });
  expect(files()).toBe("session old mason");
});

test("that is a turn of its own: taken back like any other, and the first turn is still whole", async () => {
  await turnOfThree();
  await journal.undo(1, { agentId: "scout" });
  expect((await journal.changes()).turns[0]?.label).toBe("undo of scout");
  await journal.undo();
  expect(files()).toBe("session scout mason");
  await journal.redo();
  expect(files()).toBe("session old mason");
  expect(await journal.undo(2)).toMatchObject({ isDone: true, turns: 2, refused: [] });
  expect(files()).toBe("old old old");
});

test("a file that another changed since is refused, the rest on demand", async () => {
  journal.startTurn("two at work");
  await write("scout", "a", "b");
  await write("mason", "b");
  const refused = [{ path: "b", reason: "somebody else changed it since" }];
  const wish = { agentId: "scout" };
  expect(await journal.undo(1, wish)).toMatchObject({ isDone: false, refused });
  expect(files()).toBe("scout mason old");
  expect(await journal.undo(1, { ...wish, rest: true })).toMatchObject({ isDone: true, refused });
  expect(files()).toBe("old mason old");
});

test("one that did nothing is said to have done nothing", async () => {
  await turnOfThree();
  expect(journal.undo(1, { agentId: "idler" })).rejects.toThrow("idler changed no files there.");
});
