// What was acknowledged is in the file and comes back; what is damaged is reported and never makes
// anything else disappear; two writers cannot share a session.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { AppendFileError } from "../../platform/append-file.ts";
import { BlobStore } from "./blob-store.ts";
import type { NewEntry } from "./entry.ts";
import { createSessionLog, openSessionLog } from "./open-log.ts";
import type { SessionLog } from "./session-log.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "omp-log-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const place = () => ({
  file: join(directory, "s.jsonl"),
  cwd: "/w",
  platform: process.platform,
  now: () => 1_700_000_000_000,
});
const userEntry = (text: string): NewEntry => ({
  type: "message",
  message: { role: "user", content: text, timestamp: 1 },
});
const textsOf = (log: SessionLog): unknown[] =>
  [...log.entries()].map((entry) =>
    entry.type === "message" && entry.message.role === "user" ? entry.message.content : entry.type,
  );

describe("a session file", () => {
  test("holds a header and each entry as soon as append returns", () => {
    using log = createSessionLog(place());
    const first = log.append(userEntry("a"));
    const second = log.append(userEntry("b"));
    const lines = readFileSync(place().file, "utf8").trimEnd().split("\n");
    const [header, ...entries] = lines.map((line) => JSON.parse(line));
    expect(header).toMatchObject({ type: "session", version: 3, cwd: "/w", id: log.header.id });
    expect(entries).toEqual([first, second]);
    expect(first.parentId).toBeNull();
    expect(second.parentId).toBe(first.id);
    expect(first.id).toMatch(/^[0-9a-f]{8}$/);
  });

  test("comes back as it was and goes on below its last entry", async () => {
    const log = createSessionLog(place());
    log.append(userEntry("a"));
    await log.sync();
    log.close();
    using again = openSessionLog(place());
    expect(again.header).toEqual(log.header);
    expect(textsOf(again)).toEqual(["a"]);
    expect(again.append(userEntry("b")).parentId).toBe(log.leafId);
    expect(textsOf(again)).toEqual(["a", "b"]);
  });

  test("branches: the leaf moves, nothing is removed", () => {
    using log = createSessionLog(place());
    const root = log.append(userEntry("a"));
    log.append(userEntry("b"));
    expect(log.branch(root.id)).toBe(true);
    log.append(userEntry("c"));
    expect(log.branch("nope")).toBe(false);
    expect(textsOf(log)).toEqual(["a", "b", "c"]);
    expect(log.path()).toHaveLength(2);
  });

  test("keeps images outside the file and brings them back", () => {
    const blobs = new BlobStore(join(directory, "blobs"));
    const data = Buffer.alloc(5000, 3).toString("base64");
    const content = [{ type: "image" as const, mimeType: "image/png", data }];
    const log = createSessionLog({ ...place(), blobs });
    log.append({ type: "message", message: { role: "user", content, timestamp: 1 } });
    log.close();
    expect(readFileSync(place().file, "utf8")).not.toContain(data);
    using again = openSessionLog({ ...place(), blobs });
    expect(textsOf(again)).toEqual([content]);
    expect(again.report?.missingBlobs).toEqual([]);
  });

  test("in memory writes nothing", async () => {
    using log = createSessionLog({ ...place(), file: undefined });
    log.append(userEntry("a"));
    await log.sync();
    expect(log.file).toBeUndefined();
    expect(textsOf(log)).toEqual(["a"]);
  });
});

describe("two writers", () => {
  test("the second is refused while the first lives, and let in after it", () => {
    const first = createSessionLog(place());
    let refused: unknown;
    try {
      openSessionLog(place());
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(AppendFileError);
    expect((refused as AppendFileError).reason).toBe("locked");
    first.close();
    using second = openSessionLog(place());
    expect(second.header.id).toBe(first.header.id);
  });

  test("a foreign append is noticed, not written over", () => {
    using log = createSessionLog(place());
    appendFileSync(place().file, '{"type":"custom"}\n');
    expect(() => log.append(userEntry("a"))).toThrow("changed by another program");
    expect(textsOf(log)).toEqual([]);
  });
});

describe("damage", () => {
  function written(...texts: string[]): string {
    const log = createSessionLog(place());
    for (const text of texts) log.append(userEntry(text));
    log.close();
    return readFileSync(place().file, "utf8");
  }

  test("a torn last line is cut at any byte, everything before it stays", () => {
    const whole = written("one", "two");
    const before = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let size = before + 1; size < whole.length - 1; size += 7) {
      writeFileSync(place().file, whole.slice(0, size));
      using log = openSessionLog(place());
      expect(textsOf(log)).toEqual(["one"]);
      expect(log.report?.tornBytes).toBe(size - before);
      log.append(userEntry("three"));
      expect(readFileSync(place().file, "utf8").startsWith(whole.slice(0, before))).toBe(true);
      expect(readFileSync(place().file, "utf8").endsWith("}\n")).toBe(true);
    }
  });

  test("a last line that only lacks its break is kept", () => {
    const whole = written("one");
    writeFileSync(place().file, whole.trimEnd());
    using log = openSessionLog(place());
    log.append(userEntry("two"));
    expect(textsOf(log)).toEqual(["one", "two"]);
  });

  test("unreadable lines and a damaged header stay in the file and are reported", () => {
    const whole = written("one", "two");
    const lines = whole.trimEnd().split("\n");
    writeFileSync(place().file, `{"type":"sess\n${lines[1]}\nrubbish\n${lines[2]}\n`);
    using log = openSessionLog(place());
    expect(textsOf(log)).toEqual(["one", "two"]);
    expect(log.report).toMatchObject({
      unreadableLines: [1, 3],
      headerProblem: expect.any(String),
    });
    expect(readFileSync(place().file, "utf8")).toContain("rubbish");
  });

  test("duplicate ids and parent cycles neither hang nor hurt", () => {
    writeFileSync(
      place().file,
      [
        { type: "session", version: 3, id: "s", timestamp: "", cwd: "/w" },
        {
          type: "message",
          id: "1",
          parentId: "2",
          timestamp: "",
          message: { role: "user", content: "a" },
        },
        {
          type: "message",
          id: "2",
          parentId: "1",
          timestamp: "",
          message: { role: "user", content: "b" },
        },
        {
          type: "message",
          id: "2",
          parentId: "1",
          timestamp: "",
          message: { role: "user", content: "c" },
        },
        { type: "from_the_future", id: "9", parentId: "2", timestamp: "" },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    );
    using log = openSessionLog(place());
    expect(log.count).toBe(4);
    expect(log.path().length).toBe(3);
  });

  test("any bytes at all can be opened and appended to without loss", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        writeFileSync(place().file, bytes);
        using log = openSessionLog(place());
        log.append(userEntry("x"));
        const after = readFileSync(place().file);
        const kept = bytes.length - (log.report?.tornBytes ?? 0);
        expect(after.subarray(0, kept).equals(Buffer.from(bytes.subarray(0, kept)))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
