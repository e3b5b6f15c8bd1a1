// What is read of a path equals what the whole of it says, as long as it fits; of one that does not fit, the
// newest part is read, and the model is told.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import fc from "fast-check";
import { readFileSync, writeFileSync } from "node:fs";
import type { NewEntry } from "./log/entry.ts";
import { createSessionLog, openSessionLog } from "./log/open-log.ts";
import type { SessionLog } from "./log/session-log.ts";
import { answered, said } from "./log/testing/written-session.ts";
import { readPath, type ReadLimits } from "./read-path.ts";
import { contextItems } from "./state/context-messages.ts";
import { foldPath } from "./state/fold.ts";
import { INBOX_TYPE } from "./state/inbox.ts";
import { sessionState, toCheckpoint } from "./state/session-state.ts";
import { TODOS_TYPE } from "./state/todos.ts";

let workspace: Workspace;
let files = 0;
beforeEach(() => (workspace = createWorkspace()));
afterEach(() => workspace[Symbol.dispose]());
const newLog = (): SessionLog =>
  createSessionLog({
    file: workspace.at(`${files++}.jsonl`),
    cwd: "/w",
    platform: process.platform,
    now: () => 0,
  });
const wholePath = (log: SessionLog) => log.path().flatMap((ref) => log.read(ref) ?? []);
const phases = [{ name: "P", tasks: [{ content: "a", status: "pending" as const }] }];

type Step = NewEntry | { readonly type: "compact"; readonly kept: number; readonly ours: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(said("hello"), answered("yes")) },
  fc.constantFrom<Step>(
    { type: "model_change", model: "a/b" },
    { type: "thinking_level_change", thinkingLevel: "high" },
    { type: "mode_change", mode: "plan" },
    { type: "custom", customType: TODOS_TYPE, data: { phases } },
    {
      type: "custom",
      customType: INBOX_TYPE,
      data: {
        op: "add",
        item: { id: "q", kind: "steer", message: { role: "user", content: "", timestamp: 0 } },
      },
    },
  ),
  fc.record({ type: fc.constant("compact"), kept: fc.nat(4), ours: fc.boolean() }),
);

function take(log: SessionLog, next: Step): void {
  if (next.type !== "compact") return void log.append(next);
  const path = log.path();
  const state = foldPath(sessionState, wholePath(log));
  log.append({
    type: "compaction",
    summary: "so far",
    firstKeptEntryId: path[path.length - 1 - next.kept]?.id ?? "none",
    tokensBefore: 1,
    ...(next.ours && { preserveData: JSON.parse(JSON.stringify(toCheckpoint(state))) as unknown }),
  });
}

test("equals reading everything", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.nat(), (steps, branchAt) => {
      using log = newLog();
      for (const [number, next] of steps.entries()) {
        take(log, next);
        if (number === 12) log.branch(log.index.at(branchAt % log.count)?.id ?? null);
      }
      const path = wholePath(log);
      expect(readPath(log)).toMatchObject({
        items: contextItems(path),
        state: JSON.parse(JSON.stringify(foldPath(sessionState, path))),
      });
    }),
    { numRuns: 60 },
  );
});

describe("a path that is too long", () => {
  const tight: ReadLimits = {
    contextBytes: 1 << 20,
    contextEntries: 10,
    earlierEntries: 20,
    earlierMessages: 5,
  };
  const longLog = (): SessionLog => {
    const log = newLog();
    log.append({ type: "model_change", model: "first/model" });
    log.append({ type: "custom", customType: TODOS_TYPE, data: { phases } });
    for (let turn = 0; turn < 50; turn++) {
      log.append(said(`question ${turn}`));
      log.append(answered(`answer ${turn}`));
    }
    return log;
  };

  test("begins with a turn and says that something is missing", () => {
    using log = longLog();
    const { items, state } = readPath(log, tight);
    expect(items.length).toBe(11);
    expect(items[0]?.message).toMatchObject({ role: "compactionSummary" });
    expect(JSON.stringify(items[0])).toContain("is too long to be shown");
    expect(items[1]?.message.role).toBe("user");
    expect(JSON.stringify(items.at(-1))).toContain("answer 49");
    expect(state.settings.models).toEqual({ default: "first/model" });
    expect(state.todos).toEqual(phases);
  });

  test("never begins with the result of a call that is not shown", () => {
    using log = longLog();
    const { items } = readPath(log, { ...tight, contextEntries: 9 });
    expect(items[1]?.message.role).toBe("user");
    expect(items.length).toBe(9);
  });

  test("keeps the last summary in front, and what was decided since", () => {
    using log = longLog();
    const kept = log.leafId ?? "";
    const preserveData = toCheckpoint(foldPath(sessionState, wholePath(log)));
    const compaction = { summary: "the story", firstKeptEntryId: kept, tokensBefore: 9 };
    log.append({ type: "compaction", ...compaction, preserveData });
    log.append({ type: "mode_change", mode: "plan" });
    for (let turn = 0; turn < 20; turn++) log.append(said(`later ${turn}`));
    const { items, state } = readPath(log, tight);
    expect(JSON.stringify(items[0])).toContain("the story");
    expect(JSON.stringify(items[0])).toContain("is too long to be shown");
    expect(state).toMatchObject({ settings: { mode: "plan" }, todos: phases });
  });

  test("one entry that is larger than everything together is read all the same", () => {
    using log = newLog();
    log.append(said("small"));
    log.append(said("x".repeat(5000)));
    expect(readPath(log, { ...tight, contextBytes: 100 }).items.length).toBe(2);
  });
});

describe("a file that makes no sense", () => {
  const line = (id: string, parentId: string | null, content: string): string =>
    JSON.stringify({
      type: "message",
      id,
      parentId,
      timestamp: "",
      message: { role: "user", content, timestamp: 0 },
    });
  const header = JSON.stringify({ type: "session", version: 4, id: "s", timestamp: "", cwd: "/w" });
  const opened = (...lines: string[]): SessionLog => {
    const file = workspace.at(`${files++}.jsonl`);
    writeFileSync(file, [header, ...lines, ""].join("\n"));
    return openSessionLog({ file, cwd: "/w", platform: process.platform, now: () => 0 });
  };
  const contents = (log: SessionLog): unknown[] =>
    readPath(log).items.map(({ message }) => "content" in message && message.content);

  test("parents in a circle", () => {
    using log = opened(line("00000001", "00000002", "a"), line("00000002", "00000001", "b"));
    expect(contents(log)).toEqual(["a", "b"]);
  });

  test("one id twice", () => {
    using log = opened(line("00000001", null, "a"), line("00000001", "00000001", "b"));
    expect(contents(log).at(-1)).toBe("b");
  });

  test("entries and a version that are newer than this program; what is said goes on below them", () => {
    const newer = JSON.stringify({
      type: "from_the_future",
      id: "00000002",
      parentId: "00000001",
      timestamp: "2030-01-01T00:00:00.000Z",
      what: { nobody: "knows" },
    });
    using log = opened(line("00000001", null, "a"), newer);
    log.append(said("b"));
    expect(readPath(log).items.length).toBe(2);
    expect(log.path().map(({ type }) => type)).toEqual(["message", "other", "message"]);
    expect(readFileSync(log.file ?? "", "utf8")).toContain(newer);
    expect(log.header.version).toBe(4);
  });

  test("a compaction whose kept part is nowhere", () => {
    using log = opened(line("00000001", null, "a"));
    log.append({ type: "compaction", summary: "s", firstKeptEntryId: "gone", tokensBefore: 1 });
    log.append(said("b"));
    expect(readPath(log).items.map(({ message }) => message.role)).toEqual([
      "compactionSummary",
      "user",
    ]);
  });
});
