// Contract: a plan is written wholly, or the files are as before; when even that fails, the answer
// names exactly the files that are not.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planPatch, type FilePatch } from "../patch/plan-patch.ts";
import { diskFiles, MemoryFiles } from "../testing/memory-files.ts";
import type { EditPlan } from "./edit-plan.ts";
import { executePlan } from "./execute-plan.ts";
import type { EditFileSystem } from "./file-system.ts";
import { listPatchPaths, readStates } from "./read-states.ts";

const FILES = { "upd.txt": "u\n", "mov.txt": "m\n", "del.txt": "d\n" };
const PATCHES: readonly FilePatch[] = [
  { path: "del.txt", op: "delete" },
  { path: "mov.txt", rename: "sub/moved.txt", diff: "@@\n-m\n+M" },
  { path: "upd.txt", diff: "@@\n-u\n+U" },
  { path: "new/n.txt", op: "create", diff: "n\n" },
];
const AFTER = { "upd.txt": "U\n", "sub/moved.txt": "M\n", "new/n.txt": "n\n" };
const WRITES = [
  "create new/n.txt",
  "replace upd.txt",
  "move mov.txt sub/moved.txt",
  "replace sub/moved.txt",
  "remove del.txt",
];

async function planFor(files: Pick<EditFileSystem, "read">): Promise<EditPlan> {
  const lookup = await readStates(listPatchPaths(PATCHES), files);
  const planned = planPatch(PATCHES, lookup);
  if (!planned.ok) throw new Error(planned.message);
  return planned.plan;
}

function override(files: EditFileSystem, members: Partial<EditFileSystem>): EditFileSystem {
  return {
    read: (path) => files.read(path),
    create: (path, bytes, mode) => files.create(path, bytes, mode),
    replace: (path, bytes) => files.replace(path, bytes),
    move: (from, to) => files.move(from, to),
    remove: (path) => files.remove(path),
    ...members,
  };
}

test("all steps are done, deletions last", async () => {
  const files = new MemoryFiles(FILES);
  expect(await executePlan(await planFor(files), files)).toEqual({ ok: true });
  expect(files.texts).toEqual(AFTER);
  expect(files.log).toEqual(WRITES);
});

test.each(WRITES.map((write, index) => [write, index + 1] as const))(
  "%s fails: nothing has changed",
  async (_, at) => {
    const files = new MemoryFiles(FILES, [at]);
    const outcome = await executePlan(await planFor(files), files);
    expect(outcome).toMatchObject({ ok: false, reason: "write-failed", leftChanged: [] });
    expect(outcome.ok ? "" : outcome.message).toMatch(
      /^Could not write \S+: disk full\. No file was changed\.$/,
    );
    expect(files.texts).toEqual(FILES);
  },
);

test("whatever fails while taking back, the named files and only they differ", async () => {
  for (let first = 1; first <= WRITES.length; first++) {
    for (let second = first + 1; second <= 2 * WRITES.length; second++) {
      const files = new MemoryFiles(FILES, [first, second]);
      const outcome = await executePlan(await planFor(files), files);
      if (outcome.ok) throw new Error("a failure was lost");
      const paths = new Set([...Object.keys(FILES), ...Object.keys(files.texts)]);
      const before: Record<string, string> = FILES;
      const differing = [...paths].filter((path) => before[path] !== files.texts[path]);
      expect(outcome.leftChanged.toSorted()).toEqual(differing.toSorted());
      for (const path of differing) expect(outcome.message).toContain(path);
    }
  }
});

describe("the disk is not as it was read", () => {
  test.each([
    ["an updated file changed", "upd.txt"],
    ["a deleted file changed", "del.txt"],
    ["a moved file changed", "mov.txt"],
    ["a file appeared where one is created", "new/n.txt"],
    ["a file appeared where one is moved to", "sub/moved.txt"],
  ])("%s", async (_, path) => {
    const files = new MemoryFiles(FILES);
    const plan = await planFor(files);
    files.files.set(path, new TextEncoder().encode("foreign"));
    const before = files.texts;
    const outcome = await executePlan(plan, files);
    expect(outcome).toMatchObject({ ok: false, reason: "changed-on-disk", leftChanged: [] });
    expect(outcome.ok ? "" : outcome.message).toContain(path);
    expect(files.texts).toEqual(before);
    expect(files.log).toEqual([]);
  });

  test("a change between two writes is seen and the first write taken back", async () => {
    const files = new MemoryFiles(FILES);
    const plan = await planFor(files);
    const foreign = new TextEncoder().encode("foreign");
    const meddling = override(files, {
      async create(path, bytes) {
        await files.create(path, bytes);
        files.files.set("upd.txt", foreign);
      },
    });
    expect(await executePlan(plan, meddling)).toMatchObject({
      ok: false,
      reason: "changed-on-disk",
      leftChanged: [],
    });
    expect(files.texts).toEqual({ ...FILES, "upd.txt": "foreign" });
  });

  test("two names of one file do not overwrite each other", async () => {
    const files = new MemoryFiles({ a: "1\n2\n" });
    const alias = (path: string) => path.replace("link", "a");
    const linked = override(files, {
      read: (path) => files.read(alias(path)),
      replace: (path, bytes) => files.replace(alias(path), bytes),
    });
    const patches = [
      { path: "a", diff: "@@\n-1\n+one" },
      { path: "link", diff: "@@\n-2\n+two" },
    ];
    const planned = planPatch(patches, await readStates(listPatchPaths(patches), linked));
    if (!planned.ok) throw new Error(planned.message);
    expect(await executePlan(planned.plan, linked)).toMatchObject({ ok: false, leftChanged: [] });
    expect(files.texts).toEqual({ a: "1\n2\n" });
  });
});

test("an abort before the first write leaves everything", async () => {
  const files = new MemoryFiles(FILES);
  const outcome = await executePlan(await planFor(files), files, AbortSignal.abort());
  expect(outcome).toMatchObject({
    ok: false,
    reason: "aborted",
    message: "The edit was aborted. No file was changed.",
  });
  expect(files.log).toEqual([]);
});

describe("on a real disk", () => {
  let root = "";
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "pi-edit-"));
  });
  afterAll(async () => {
    await rm(root, { recursive: true });
  });

  test("a plan is carried out", async () => {
    for (const [path, text] of Object.entries(FILES)) await writeFile(join(root, path), text);
    const files = diskFiles(root);
    expect(await executePlan(await planFor(files), files)).toEqual({ ok: true });
    for (const [path, text] of Object.entries(AFTER))
      expect(await readFile(join(root, path), "utf8")).toBe(text);
    expect((await readdir(root)).toSorted()).toEqual(["new", "sub", "upd.txt"]);
  });

  test("a deleted file comes back with its mode", async () => {
    await writeFile(join(root, "first"), "1\n");
    await writeFile(join(root, "second"), "2\n");
    await chmod(join(root, "first"), 0o640);
    const files = diskFiles(root);
    const failing = override(files, {
      remove: (path) =>
        path === "second" ? Promise.reject(new Error("busy")) : files.remove(path),
    });
    const patches = ["first", "second"].map((path) => ({ path, op: "delete" }) as const);
    const planned = planPatch(patches, await readStates(listPatchPaths(patches), files));
    if (!planned.ok) throw new Error(planned.message);
    expect(await executePlan(planned.plan, failing)).toMatchObject({ ok: false, leftChanged: [] });
    expect(await readFile(join(root, "first"), "utf8")).toBe("1\n");
    expect((await stat(join(root, "first"))).mode & 0o777).toBe(0o640);
  });
});
