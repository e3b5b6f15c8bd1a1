// A run goes no faster than whoever reads its events, and waits for nobody who does not.
import { expect, test } from "bun:test";
import { settle } from "../fixtures/manual-clock.ts";
import { scriptedModel, testModel, user } from "../fixtures/scripted-stream.ts";
import { createToolHost } from "../tool/host.ts";
import { allowAll } from "../tool/policy.ts";
import { agentLoop } from "./agent-loop.ts";
import type { StreamFunction } from "./config.ts";

const PIECES = 500;

/** A run over a long answer, and how many of its events were asked for. */
function longRun(signal?: AbortSignal) {
  const { stream } = scriptedModel([[{ text: Array.from({ length: PIECES }, () => "word ") }]]);
  let asked = 0;
  const counted: StreamFunction = (...args) => {
    const answer = stream(...args);
    return Object.assign(Object.create(answer), {
      [Symbol.asyncIterator]() {
        const events = answer[Symbol.asyncIterator]();
        const next = () => (asked++, events.next());
        return { next, return: () => events.return?.() };
      },
    });
  };
  const context = { system: [], messages: [], tools: [] };
  const toolHost = createToolHost({ policy: allowAll });
  const config = { model: testModel, stream: counted, toolHost };
  const run = agentLoop([user("go")], context, config, signal);
  return { run, asked: () => asked };
}

async function standstill(count: () => number): Promise<number> {
  for (let before = -1; ;) {
    if (count() === before) return before;
    before = count();
    await settle();
  }
}

test("a reader who stops holds the answer up, and gets all of it later", async () => {
  const { run, asked } = longRun();
  let updates = 0;
  for await (const event of run) {
    if (event.type !== "message_update") continue;
    if (++updates === 1) expect(await standstill(asked)).toBeLessThan(50);
  }
  expect(updates).toBeGreaterThanOrEqual(PIECES);
});

test("a reader who leaves holds nothing up", async () => {
  const { run } = longRun();
  for await (const event of run) if (event.type === "message_update") break;
  expect(await run.result()).toHaveLength(2);
});

test("an abort does not wait for the reader", async () => {
  const abort = new AbortController();
  const { run, asked } = longRun(abort.signal);
  for await (const event of run) {
    if (event.type !== "message_update") continue;
    await standstill(asked);
    abort.abort();
    expect((await run.result()).at(-1)).toMatchObject({ stopReason: "aborted" });
    break;
  }
});
