// The laws of the state: a compaction of ours carries everything before it, and what waits, waits once.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { NewEntry, SessionEntry } from "../log/entry.ts";
import { foldPath } from "./fold.ts";
import { INBOX_TYPE } from "./inbox.ts";
import { sessionState, toCheckpoint } from "./session-state.ts";
import { TODOS_TYPE, todoMarkdown } from "./todos.ts";

const user = (text: string) => ({ role: "user" as const, content: text, timestamp: 0 });
const inboxId = fc.constantFrom("q1", "q2", "q3");
const entry: fc.Arbitrary<NewEntry> = fc.oneof(
  fc.record({ type: fc.constant("model_change"), model: fc.constantFrom("a/b", "c/d") }),
  fc.record({
    type: fc.constant("thinking_level_change"),
    thinkingLevel: fc.constantFrom("off", "high", null),
  }),
  inboxId.map((id) => ({
    type: "custom" as const,
    customType: INBOX_TYPE,
    data: { op: "add", item: { id, kind: "steer", message: user(id) } },
  })),
  inboxId.map((queueId) => ({ type: "message" as const, message: user("said"), queueId })),
  fc.constantFrom("x", "y").map((content) => ({
    type: "custom" as const,
    customType: TODOS_TYPE,
    data: { phases: [{ name: "P", tasks: [{ content, status: "pending" }] }] },
  })),
);
const place = (fields: NewEntry, index: number): SessionEntry => ({
  ...fields,
  id: String(index),
  parentId: index === 0 ? null : String(index - 1),
  timestamp: "2026-01-01T00:00:00.000Z",
});
const compaction = (preserveData: unknown): NewEntry => ({
  type: "compaction",
  summary: "",
  firstKeptEntryId: "",
  tokensBefore: 0,
  preserveData,
});

test("folding from a checkpoint equals folding from the root", () => {
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), (before, after) => {
      const past = foldPath(sessionState, before.map(place));
      const kept = JSON.parse(JSON.stringify(toCheckpoint(past))) as unknown;
      const late = [compaction(kept), ...after].map(place);
      expect(foldPath(sessionState, late)).toEqual(
        foldPath(sessionState, [...before, ...after].map(place)),
      );
    }),
  );
});

test.each([[undefined], [null], [{}], [{ ompState: 1 }], [{ ompState: { settings: {} } }]])(
  "a compaction with %p keeps the state that there was",
  (preserveData) => {
    const entries = [{ type: "model_change" as const, model: "a/b" }, compaction(preserveData)];
    expect(foldPath(sessionState, entries.map(place)).settings.models).toEqual({ default: "a/b" });
  },
);

test("the list as Markdown", () => {
  const tasks = (["pending", "in_progress", "completed", "abandoned"] as const).map((status) => ({
    content: status,
    status,
  }));
  expect(todoMarkdown([{ name: "P", tasks }])).toBe(
    "# P\n- [ ] pending\n- [/] in_progress\n- [x] completed\n- [-] abandoned",
  );
});
