// Contract: a stale edit is applied only where the earlier text proves one place for it; otherwise it
// is refused with fresh anchors. The cache that remembers earlier texts is bounded and never mixes them.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { TextDocument } from "../document/text-document.ts";
import { applyHashline } from "./apply-hashline.ts";
import type { HashlineOp } from "./hashline-op.ts";
import { ReadCache } from "./read-cache.ts";
import { snapshotDocument, snapshotLines, type Snapshot } from "./snapshot.ts";
import { PATIENT, runs } from "../testing/property.ts";

function recover(
  before: readonly string[],
  now: readonly string[],
  ops: readonly HashlineOp[],
  snapshot?: Snapshot,
) {
  const old = TextDocument.fromText(before.join("\n"));
  const current = TextDocument.fromText(now.join("\n"));
  const target = { path: "f", fileHash: old.hash, ops };
  return applyHashline(current, target, { findSnapshot: () => snapshot ?? snapshotDocument(old) });
}

function replace(start: number, end: number, text: string): HashlineOp {
  return { kind: "replace", start, end, payload: [text], inputLine: 1 };
}

test(
  "whatever was inserted or rewritten elsewhere, a recovered edit hits the lines it was meant for",
  () => {
    // Few different lines, so that look-alikes abound; foreign changes use lines of their own.
    const file = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 30 });
    const change = fc.record({ at: fc.nat(40), drop: fc.nat(1) });
    let recovered = 0;
    fc.assert(
      fc.property(
        file,
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.nat(40),
        fc.nat(2),
        (texts, changes, at, length) => {
          const current: { text: string; origin?: number }[] = texts.map((text, origin) => ({
            text,
            origin,
          }));
          changes.forEach(({ at, drop }, n) =>
            current.splice(at % (current.length + 1), drop, { text: `foreign ${n}` }),
          );
          const start = at % texts.length;
          const end = Math.min(start + length, texts.length - 1);
          const outcome = recover(
            texts,
            current.map(({ text }) => text),
            [replace(start + 1, end + 1, "MINE")],
          );
          if (!outcome.ok) return;
          if (outcome.warnings.length === 0) return; // The two texts share a hash: nothing was stale.
          recovered++;
          const place = current.findIndex(({ origin }) => origin === start);
          const meant = current.slice(place, place + end - start + 1).map(({ origin }) => origin);
          expect(meant).toEqual(
            Array.from({ length: end - start + 1 }, (_, index) => start + index),
          );
          const expected = current
            .map(({ text }) => text)
            .toSpliced(place, end - start + 1, "MINE");
          expect(outcome.document.text).toBe(expected.join("\n"));
        },
      ),
      runs(1500),
    );
    expect(recovered).toBeGreaterThan(50);
  },
  PATIENT,
);

describe("one place cannot be proven", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => `${index}`);
  test.each([
    ["the touched lines changed", numbers, numbers.with(5, "x"), replace(6, 6, "y")],
    ["a neighbour changed", numbers, numbers.with(3, "x"), replace(6, 6, "y")],
    ["the lines stand there twice now", numbers, [...numbers, ...numbers], replace(6, 6, "y")],
    ["they always stood there twice", Array(40).fill("a"), Array(41).fill("a"), replace(6, 6, "y")],
    ["the file got shorter", numbers, numbers.slice(0, 3), replace(6, 6, "y")],
    [
      "the edit is at the end and text was appended",
      ["a", "b", ""],
      ["a", "b", "c", ""],
      replace(3, 3, "y"),
    ],
    [
      "the edit is at the end, which is an empty line in the middle now",
      ["a", "b", ""],
      ["a", "b", "", "c"],
      replace(3, 3, "y"),
    ],
  ])("%s", (_, before, now, op) => {
    expect(recover(before, now, [op])).toMatchObject({ ok: false, reason: "stale" });
  });

  test("two edits whose places changed their order", () => {
    const half = (name: string) => Array.from({ length: 8 }, (_, index) => `${name}${index}`);
    const ops = [replace(4, 4, "x"), replace(12, 12, "y")];
    expect(recover([...half("a"), ...half("b")], [...half("b"), ...half("a")], ops)).toMatchObject({
      ok: false,
    });
    expect(
      recover([...half("a"), ...half("b")], ["0", ...half("a"), "1", ...half("b")], ops),
    ).toMatchObject({ ok: true });
  });
});

test("look-alikes are told apart by wider surroundings", () => {
  const block = ["", "function {", "  let x;", "  let y;", "  let z;", "  return;", "}", ""];
  const before = ["first", ...block, "second", ...block];
  const outcome = recover(before, ["new", ...before], [replace(14, 14, "  let Z;")]);
  expect(outcome.ok && outcome.document.text.split("\n").indexOf("  let Z;")).toBe(14);
});

test("lines known from a search are enough when they hold the surroundings", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `l${index + 1}`);
  const seen = (from: number, to: number) =>
    snapshotLines(new Map(lines.slice(from - 1, to).map((text, index) => [from + index, text])));
  const now = ["x", ...lines];
  expect(recover(lines, now, [replace(10, 10, "y")], seen(7, 13))).toMatchObject({ ok: true });
  expect(recover(lines, now, [replace(10, 10, "y")], seen(8, 13))).toMatchObject({ ok: false });
  expect(recover(lines, [...now, ...lines], [replace(10, 10, "y")], seen(7, 13))).toMatchObject({
    ok: false,
  });
});

describe("ReadCache", () => {
  const documentOf = (text: string) => TextDocument.fromText(text);

  test("remembers the most recent paths", () => {
    const cache = new ReadCache();
    const document = documentOf("a\n");
    for (let index = 0; index < 31; index++) cache.recordDocument(`p${index}`, document);
    cache.recordDocument("p1", document);
    cache.recordDocument("p99", document);
    const known = ["p0", "p1", "p2", "p3"].map(
      (path) => cache.find(path, document.hash) !== undefined,
    );
    expect([cache.size, ...known]).toEqual([30, false, true, false, true]);
  });

  test("keeps a few versions of a path by their hash", () => {
    const cache = new ReadCache({ maxVersionsPerPath: 2 });
    const versions = ["a", "b", "c"].map(documentOf);
    for (const document of versions) cache.recordDocument("p", document);
    expect(versions.map((document) => cache.find("p", document.hash)?.textAt(1))).toEqual([
      undefined,
      "b",
      "c",
    ]);
    cache.forget("p");
    expect(cache.size).toBe(0);
  });

  test("joins lines of one text and drops a record that they contradict", () => {
    const cache = new ReadCache();
    cache.recordLines("p", "1a2b", [
      [1, "a"],
      [2, "b"],
    ]);
    cache.recordLines("p", "1a2b", [
      [2, "b"],
      [5, "e"],
    ]);
    const lines = () => [1, 2, 5].map((line) => cache.find("p", "1a2b")?.textAt(line));
    expect(lines()).toEqual(["a", "b", "e"]);
    cache.recordLines("p", "1a2b", [[2, "changed"]]);
    expect(lines()).toEqual([undefined, "changed", undefined]);
  });

  test("lines that a whole text holds leave it in place; others replace it", () => {
    const cache = new ReadCache();
    const document = documentOf("a\nb\n");
    cache.recordDocument("p", document);
    cache.recordLines("p", document.hash, [[2, "b"]]);
    expect(cache.find("p", document.hash)?.lineCount).toBe(3);
    cache.recordLines("p", document.hash, [[2, "b  "]]);
    expect(cache.find("p", document.hash)?.lineCount).toBeUndefined();
  });

  test("a text beyond the limit is not kept", () => {
    const cache = new ReadCache({ maxLines: 3 });
    cache.recordDocument("p", documentOf("a\nb\nc\nd"));
    expect(cache.size).toBe(0);
  });
});
