// A title is in the header line, on disk at once, and a person's choice stays theirs.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import fc from "fast-check";
import { createSessionLog, openSessionLog } from "./open-log.ts";
import { setTitle, type TitleSource } from "./session-title.ts";
import { numberedEntry, numbersOf } from "./testing/numbered-entry.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const place = () => ({
  file: workspace.at("s.jsonl"),
  cwd: "/w",
  platform: process.platform,
  now: () => 0,
});
const headerOnDisk = (): Record<string, unknown> =>
  JSON.parse(readFileSync(place().file, "utf8").split("\n")[0] ?? "");

test.each<[TitleSource, TitleSource, boolean]>([
  ["auto", "auto", true],
  ["auto", "user", true],
  ["user", "user", true],
  ["user", "auto", false],
])("a title by %s and then one by %s: replaced %p", (first, second, isReplaced) => {
  using log = createSessionLog(place());
  expect(setTitle(log, "one", first)).toBe(true);
  expect(setTitle(log, "two", second)).toBe(isReplaced);
  const expected = isReplaced
    ? { title: "two", titleSource: second }
    : { title: "one", titleSource: first };
  expect(headerOnDisk()).toMatchObject(expected);
  expect(log.header).toMatchObject(expected);
});

test("entries are read from where they are after titles came and went", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ maxLength: 300 }), fc.constant(undefined))),
      (steps) => {
        workspace.write({ "s.jsonl": "" });
        using log = openSessionLog(place());
        let count = 0;
        for (const title of steps) {
          if (title === undefined) log.append(numberedEntry(count++));
          else setTitle(log, title, "user");
          expect(numbersOf(log)).toEqual(Array.from({ length: count }, (_, number) => number));
        }
        log.close();
        using again = openSessionLog(place());
        expect(again.header).toEqual(log.header);
        expect(numbersOf(again)).toEqual(Array.from({ length: count }, (_, number) => number));
      },
    ),
    { numRuns: 50 },
  );
}, 30_000);

test("a large session keeps a fitting index", () => {
  const large = "x".repeat(450_000);
  {
    using log = createSessionLog(place());
    for (let index = 0; index < 12; index++)
      log.append({ type: "custom", customType: "t", data: large });
    log.append(numberedEntry(7));
  }
  {
    using log = openSessionLog(place());
    setTitle(log, "a title that moves everything", "user");
  }
  using log = openSessionLog(place());
  expect(log.header.title).toBe("a title that moves everything");
  expect(log.count).toBe(13);
  expect(log.get(log.leafId ?? "")).toMatchObject(numberedEntry(7));
});

describe("odd cases", () => {
  test("a title is one line of bounded length", () => {
    using log = createSessionLog(place());
    setTitle(log, `  two\nlines\u0007 \u202eand ${"😀".repeat(200)}`, "auto");
    expect(log.header.title).toStartWith("two lines and 😀");
    expect(log.header.title?.length).toBeLessThanOrEqual(200);
    expect(log.header.title?.isWellFormed()).toBe(true);
  });

  test("an empty title takes it away, and then an automatic one may come", () => {
    using log = createSessionLog(place());
    setTitle(log, "mine", "user");
    expect(setTitle(log, " \n", "user")).toBe(true);
    expect(headerOnDisk()).not.toHaveProperty("title");
    expect(setTitle(log, "made up", "auto")).toBe(true);
  });

  test("the same title again writes nothing", () => {
    using log = createSessionLog(place());
    setTitle(log, "mine", "user");
    const before = readFileSync(place().file);
    setTitle(log, "mine", "user");
    expect(readFileSync(place().file).equals(before)).toBe(true);
  });

  test("a damaged first line stays, below the header that the title made", () => {
    writeFileSync(place().file, '{"type":"sess\n');
    {
      using log = openSessionLog(place());
      log.append(numberedEntry(1));
      setTitle(log, "rescued", "user");
    }
    expect(readFileSync(place().file, "utf8").split("\n")[1]).toBe('{"type":"sess');
    using log = openSessionLog(place());
    expect(log.header.title).toBe("rescued");
    expect(numbersOf(log)).toEqual([1]);
  });

  test("a session in memory has titles too", () => {
    using log = createSessionLog({ ...place(), file: undefined });
    expect(setTitle(log, "t", "user")).toBe(true);
    expect(log.header.title).toBe("t");
  });
});
