// The index beside a large session is a shortcut and nothing more: with it, without it, with a stale or a
// foreign one, the same entries come back.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewEntry } from "./entry.ts";
import { indexPath } from "./index-file.ts";
import { createSessionLog, openSessionLog } from "./open-log.ts";
import type { SessionLog } from "./session-log.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "omp-index-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const place = () => ({
  file: join(directory, "s.jsonl"),
  cwd: "/w",
  platform: process.platform,
  now: () => 1_700_000_000_000,
});
const entry = (text: string): NewEntry => ({
  type: "message",
  message: { role: "user", content: text, timestamp: 1 },
});
const shapeOf = (log: SessionLog) => ({
  path: log.path(),
  entries: [...log.entries()],
  leaf: log.leafId,
});

/** A session of several megabytes with a branch and one huge line, closed. */
function writeLargeSession(): ReturnType<typeof shapeOf> {
  using log = createSessionLog(place());
  const root = log.append(entry("root"));
  for (let index = 0; index < 200; index++) log.append(entry(`${index} ${"x".repeat(10_000)}`));
  log.append(entry("y".repeat(3_000_000)));
  log.branch(root.id);
  log.append({ type: "model_change", model: "a/b" });
  log.append(entry("end"));
  return shapeOf(log);
}

describe("the index", () => {
  test("is written for a large session when it closes, and gives back the same", () => {
    const written = writeLargeSession();
    expect(existsSync(indexPath(place().file))).toBe(true);
    using log = openSessionLog(place());
    expect(shapeOf(log)).toEqual(written);
  });

  test("can be deleted without loss", () => {
    const written = writeLargeSession();
    rmSync(indexPath(place().file));
    using log = openSessionLog(place());
    expect(shapeOf(log)).toEqual(written);
  });

  test("that is older than the file is continued from where it ends", () => {
    writeLargeSession();
    const stale = readFileSync(indexPath(place().file));
    let written: ReturnType<typeof shapeOf>;
    {
      using log = openSessionLog(place());
      log.append(entry("later"));
      written = shapeOf(log);
    }
    writeFileSync(indexPath(place().file), stale);
    using log = openSessionLog(place());
    expect(shapeOf(log)).toEqual(written);
    expect(log.get(log.leafId as string)).toMatchObject({ message: { content: "later" } });
  });

  test("of another file, cut short or made of rubbish is not believed", () => {
    const written = writeLargeSession();
    const good = readFileSync(indexPath(place().file));
    const foreign = Buffer.from(good);
    foreign.writeBigUInt64LE(1n, 16);
    for (const bad of [
      foreign,
      good.subarray(0, 100),
      good.subarray(0, -1),
      Buffer.from("rubbish"),
      Buffer.alloc(0),
    ]) {
      writeFileSync(indexPath(place().file), bad);
      using log = openSessionLog(place());
      expect(shapeOf(log)).toEqual(written);
    }
  });
});

describe("older and foreign files", () => {
  test("a file of the first version is brought up to date on disk, once", () => {
    const header = { type: "session", id: "s", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/w" };
    const first = {
      type: "message",
      timestamp: "2026-01-01T00:00:00.000Z",
      message: { role: "user", content: "a" },
    };
    const hook = {
      type: "message",
      timestamp: "2026-01-01T00:00:00.000Z",
      message: { role: "hookMessage", content: "b" },
    };
    writeFileSync(
      place().file,
      `${JSON.stringify(header)}\n${JSON.stringify(first)}\nrubbish\n${JSON.stringify(hook)}\n`,
    );
    let before: ReturnType<typeof shapeOf>;
    {
      using log = openSessionLog(place());
      expect(log.header.version).toBe(3);
      before = shapeOf(log);
    }
    const text = readFileSync(place().file, "utf8");
    expect(text.split("\n")[2]).toBe("rubbish");
    expect(text).not.toContain("hookMessage");
    using again = openSessionLog(place());
    expect(shapeOf(again)).toEqual(before);
    expect(before.entries.map((found) => found.parentId)).toEqual([
      null,
      before.entries[0]?.id ?? "",
    ]);
    expect(readFileSync(place().file, "utf8")).toBe(text);
  });

  test("a file of the described system opens whole and is not changed by opening", () => {
    const sample = readFileSync(
      new URL("./fixtures/session-sample.jsonl", import.meta.url),
      "utf8",
    );
    writeFileSync(place().file, sample);
    {
      using log = openSessionLog(place());
      const lines = sample
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => JSON.parse(line) as object);
      expect([...log.entries()] as object[]).toEqual(lines);
      expect(log.path()).toHaveLength(lines.length);
      expect(log.report).toEqual({ tornBytes: 0, unreadableLines: [], missingBlobs: [] });
    }
    expect(readFileSync(place().file, "utf8")).toBe(sample);
  });
});
