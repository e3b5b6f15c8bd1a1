// Contract: the quick ways to learn ages say the same as node:fs, for every name and every kind of entry, however many are
// asked for at once.
import { afterAll, expect, test } from "bun:test";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { glob } from "./glob.ts";
import { readModifiedTimes } from "./modified-times.ts";

const root = mkdtempSync(join(tmpdir(), "omp-times-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const deep = Array.from({ length: 15 }, () => "d".repeat(100)).join("/");
const NAMES = ["plain", "with space", "новый\nname", "😀", `${deep}/far`];
mkdirSync(join(root, deep), { recursive: true });
for (const name of NAMES) writeFileSync(join(root, name), name);
utimesSync(join(root, "plain"), 5_000_000_000.25, 5_000_000_000.25);
utimesSync(join(root, "with space"), -1.5, -1.5);
symlinkSync("nowhere", join(root, "broken link"));

const THERE = [...NAMES, "broken link", deep];
const GONE = ["gone", "plain/below a file", "x".repeat(5_000)];

/** One, two hundred and a thousand times the same questions: three ways to answer. */
test.each([1, 200, 1_000])("asked %d times", async (times) => {
  const paths = Array.from({ length: times }, () => [...THERE, ...GONE]).flat();
  const wanted = [
    ...THERE.map((name) => lstatSync(join(root, name)).mtimeMs),
    ...GONE.map(() => Number.NaN),
  ];
  const told = await readModifiedTimes({ root, paths });
  for (let at = 0; at < paths.length; at += wanted.length)
    expect([...told.subarray(at, at + wanted.length)]).toEqual(wanted);
});

test("nothing is asked for after an abort", async () => {
  const paths = Array.from({ length: 5_000 }, () => "plain");
  const times = await readModifiedTimes({ root, paths, signal: AbortSignal.abort() });
  expect(times.every(Number.isNaN)).toBe(true);
  expect(times).toHaveLength(paths.length);
});

test("among many files the newest come first, whatever the limit", async () => {
  const many = join(root, "many");
  mkdirSync(many);
  for (let at = 0; at < 1_050; at++) {
    const path = join(many, `f${at}`);
    writeFileSync(path, "");
    const seconds = 1_000_000 + ((at * 7919) % 350); // Three files of each age.
    utimesSync(path, seconds, seconds);
  }
  const all = await glob({ root: many, patterns: ["*"] });
  expect(all.matches).toHaveLength(1_050);
  const ordered = all.matches.toSorted(
    (left, right) => right.mtimeMs - left.mtimeMs || (left.path < right.path ? -1 : 1),
  );
  expect(all.matches).toEqual(ordered);
  for (const limit of [1, 2, 100, 1_049, 1_050, 9_999]) {
    const some = await glob({ root: many, patterns: ["*"], limit });
    expect(some).toEqual({ ...all, matches: ordered.slice(0, limit) });
  }
});
