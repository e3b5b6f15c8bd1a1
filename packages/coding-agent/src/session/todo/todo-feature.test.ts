// Contract: a finished list is cleared when it has stood for its time and nobody has said anything; any other stays.
import { expect, test } from "bun:test";
import type { FeaturePort } from "../feature.ts";
import type { NewEntry } from "../log/entry.ts";
import type { TodoTask } from "../state/todos.ts";
import { todoClearDelay } from "../../services/todo/settings.ts";
import { TodoFeature } from "./todo-feature.ts";

type Status = TodoTask["status"];

async function idleWith(statuses: Status[], delayS: number, isInterrupted = false) {
  const slept: number[] = [];
  const written: NewEntry[] = [];
  const idle = new AbortController();
  const clock = {
    now: () => 0,
    sleep: async (ms: number) => {
      slept.push(ms);
      if (isInterrupted) idle.abort();
    },
  };
  const tasks = statuses.map((status) => ({ content: status, status }));
  const port = {
    state: { decided: { todos: [{ name: "P", tasks }] } },
    signal: idle.signal,
    settings: () => delayS,
    append: (entry: NewEntry) => written.push(entry),
  } as Partial<Record<keyof FeaturePort, unknown>> as FeaturePort;
  await new TodoFeature(clock, () => true).whenIdle(port);
  return { slept, written };
}

const cleared = { type: "custom", data: { phases: [] } };

test("after a minute, unless something else is set", async () => {
  expect(todoClearDelay.fallback).toBe(60);
  const { slept, written } = await idleWith(["completed", "abandoned"], todoClearDelay.fallback);
  expect(slept).toEqual([60_000]);
  expect(written).toMatchObject([cleared]);
});

test.each<[string, Status[], number]>([
  ["-1 keeps it", ["completed"], -1],
  ["open tasks keep it", ["completed", "pending"], 60],
  ["there is none", [], 60],
])("%s", async (_, statuses, delayS) => {
  expect(await idleWith(statuses, delayS)).toEqual({ slept: [], written: [] });
});

test("whoever speaks in between keeps it", async () => {
  expect((await idleWith(["completed"], 60, true)).written).toEqual([]);
});
