// A death in the middle loses nothing: an undo that was cut short after any change is finished by whoever opens the journal
// next, and a command that was cut short can be taken back.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTree } from "./testing/read-tree.ts";
import { UndoJournal } from "./undo-journal.ts";

const bun = join(import.meta.dir, "../../../../../scripts/bun");
const program = join(import.meta.dir, "../../testing/dying-journal.ts");
const COMMAND =
  "rm -rf src && echo 2 > top && mkdir made && echo 3 > made/new && mv run tool && ln -sfn top link";

let base: string;
let root: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "omp-undo-"));
  root = join(base, "work");
  mkdirSync(join(root, "src/deep"), { recursive: true });
  for (const name of ["src/a", "src/deep/b", "top", "run"]) writeFileSync(join(root, name), name);
  symlinkSync("src/a", join(root, "link"));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Runs a process that kills itself; says whether it did. */
async function die(...args: string[]): Promise<boolean> {
  const child = Bun.spawn([bun, program, base, COMMAND, ...args], { stderr: "inherit" });
  await child.exited;
  return child.signalCode === "SIGKILL";
}

function open(session = "s"): UndoJournal {
  const place = { root, directory: join(base, "undo"), session };
  return new UndoJournal({ ...place, platform: process.platform, now: Date.now });
}

describe("an undo that dies", () => {
  // Ten changes; the eleventh process lives.
  for (let at = 1; at <= 11; at++) {
    test(`after change ${at} is finished`, async () => {
      const before = readTree(root);
      const isDead = await die("undo", String(at));
      expect(isDead).toBe(at <= 10);
      if (isDead && at < 10) expect(readTree(root)).not.toEqual(before);
      // Any session that opens the journal will do, and doing it twice changes nothing.
      for (const session of ["other", "s", "s"]) {
        await using journal = open(session);
        await journal.changes();
        expect(readTree(root)).toEqual(before);
      }
      await using journal = open();
      expect(await journal.redo()).toMatchObject({ isDone: true });
      expect(readdirSync(root).sort()).toEqual(["link", "made", "tool", "top"]);
      expect((await journal.undo()).isDone).toBe(true);
      expect(readTree(root)).toEqual(before);
    });
  }
});

test("an undo of one subagent that dies is finished, and is a turn of its own", async () => {
  const before = readTree(root);
  expect(await die("undo", "2", "scout")).toBe(true);
  expect(readTree(root)).not.toEqual(before);
  await using journal = open();
  expect((await journal.changes()).turns[0]?.label).toBe("undo of scout");
  expect(readTree(root)).toEqual(before);
  expect(await journal.undo()).toMatchObject({ isDone: true, refused: [] });
  expect(readdirSync(root).sort()).toEqual(["link", "made", "tool", "top"]);
});

test("what somebody changed after the death stays, and is named", async () => {
  await die("undo", "1");
  writeFileSync(join(root, "top"), "theirs");
  await using journal = open();
  const { notes } = await journal.changes();
  expect(notes.join("\n")).toContain("top was left as it is");
  expect(readTree(root)["top"]).toEndWith(" theirs");
  expect(readTree(root)["src/a"]).toEndWith(" src/a");
});

test("a command whose omp died is a turn that can be taken back", async () => {
  const before = readTree(root);
  expect(await die("command")).toBe(true);
  expect(readTree(root)).not.toEqual(before);
  {
    // Another session of the same workspace comes first and must not take it for the person's doing.
    await using other = open("other");
    expect((await other.changes()).turns).toEqual([]);
  }
  await using journal = open();
  const report = await journal.undo();
  expect(report.isDone).toBe(true);
  expect(report.notes.join()).toContain("omp ended in the middle of a command");
  expect(readTree(root)).toEqual(before);
});

test("what changed while no omp ran is not a turn", async () => {
  expect(await die("idle")).toBe(true);
  writeFileSync(join(root, "top"), "by hand");
  await using journal = open();
  expect((await journal.changes(9)).turns).toEqual([]);
});
