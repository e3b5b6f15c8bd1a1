// Windows into large files equal the lines of the whole text, however chunks fall, and cost what they show.
import { describe, expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { closeSync, openSync, writeSync } from "node:fs";
import { readLastLines, readLineWindow } from "./line-window.ts";

const signal = new AbortController().signal;

/** Lines of many lengths, some longer than a chunk. */
function makeLines(count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) =>
      `${at + 1} ${"é".repeat((at * 7919) % 97)}${at === 500 ? "x".repeat(3_000_000) : ""}`,
  );
}

describe("by number", () => {
  const lines = makeLines(40_000);
  const cases: [name: string, start: number, end: number][] = [
    ["first", 1, 3],
    ["across the long line", 499, 503],
    ["middle", 20_000, 20_050],
    ["past the end", 39_999, 50_000],
  ];
  for (const [name, start, end] of cases) {
    test(name, async () => {
      await using workspace = createWorkspace();
      workspace.write({ "a.txt": lines.join("\n") });
      const window = await readLineWindow(workspace.at("a.txt"), [{ start, end }], 2000, signal);
      const expected = lines.slice(start - 1, end);
      const [block] = window.blocks;
      expect(block?.start).toBe(start);
      expect(block?.lines.map(({ text, isCut }) => (isCut ? "long" : text))).toEqual(
        expected.map((line) => (line.length > 2000 ? "long" : line)),
      );
      expect(window.totalLines).toBe(end > 40_000 ? 40_000 : undefined);
    });
  }

  test("several ranges in one pass, those after the end left out", async () => {
    await using workspace = createWorkspace();
    workspace.write({ "a.txt": "a\r\nb\nc\nd\n" });
    const ranges = [
      { start: 1, end: 1 },
      { start: 3, end: 4 },
      { start: 9, end: 9 },
    ];
    const window = await readLineWindow(workspace.at("a.txt"), ranges, 100, signal);
    expect(
      window.blocks.map(({ start, lines: own }) => [start, ...own.map(({ text }) => text)]),
    ).toEqual([
      [1, "a"],
      [3, "c", "d"],
    ]);
    expect(window.totalLines).toBe(5);
  });
});

describe("from the end", () => {
  const cases: [text: string, count: number, expected: string[]][] = [
    ["a\nb\nc\n", 2, ["b", "c"]],
    ["a\nb\nc", 2, ["b", "c"]],
    ["a\n", 5, ["a"]],
    ["\n\n", 1, [""]],
    ["", 3, []],
    [`${makeLines(3000).slice(600).join("\n")}\n`, 1200, makeLines(3000).slice(-1200)],
  ];
  for (const [text, count, expected] of cases) {
    test(`${count} of ${JSON.stringify(text.slice(0, 12))}`, async () => {
      await using workspace = createWorkspace();
      workspace.write({ "a.txt": text });
      const { lines } = await readLastLines(workspace.at("a.txt"), count, 1_000_000);
      expect(lines.map((line) => line.text)).toEqual(expected);
    });
  }

  test("of 1 GB costs no more memory than the lines", async () => {
    await using workspace = createWorkspace();
    const fd = openSync(workspace.at("huge.log"), "w");
    const tail = Array.from({ length: 60 }, (_, at) => `tail ${at}`);
    writeSync(fd, `\n${tail.join("\n")}\n`, 1024 ** 3);
    closeSync(fd);
    const before = process.memoryUsage().rss;
    const { lines, isWhole } = await readLastLines(workspace.at("huge.log"), 50, 1_000_000);
    expect(lines.map(({ text }) => text)).toEqual(tail.slice(-50));
    expect(isWhole).toBe(false);
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024);
  });

  test("a last line without end is cut at the limit", async () => {
    await using workspace = createWorkspace();
    workspace.write({ "a.txt": "x".repeat(5_000_000) });
    const { lines } = await readLastLines(workspace.at("a.txt"), 50, 1_000_000);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.isCut).toBe(true);
    expect(lines[0]?.text.length).toBeLessThan(1_100_000);
  });
});
