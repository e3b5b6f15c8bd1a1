// For any script and any interference: legal events, one result for each call, a conversation that can be
// sent, and silence after the end.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkEvents } from "../fixtures/event-laws.ts";
import { ManualClock, settle } from "../fixtures/manual-clock.ts";
import {
  scriptedModel,
  type Script,
  type Step,
  testModel,
  user,
} from "../fixtures/scripted-stream.ts";
import { historyProblems, tool } from "../fixtures/test-tools.ts";
import { createToolHost } from "../tool/host.ts";
import type { Tool } from "../tool/tool.ts";
import { ToolFailure } from "../tool/tool-failure.ts";
import { Agent } from "./agent.ts";
import type { AgentEvent } from "./event.ts";
import { checkHistory } from "./history-check.ts";

/** Tools of every temper. `late` collects what a hanging tool would still do. */
function makeTools(late: (() => void)[], started: () => void): Tool[] {
  const behaviours: Record<string, (signal: AbortSignal) => unknown> = {
    ok: () => "fine",
    fail: () => Promise.reject(new ToolFailure("no")),
    crash: () => {
      throw new TypeError("broken");
    },
    garbage: () => ({ content: [{ type: "video" }], details: 1n }),
    slow: async () => {
      await settle();
      return "slowly";
    },
    polite: (signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve("left"));
        late.push(() => resolve("late"));
      }),
    hang: () => new Promise((resolve) => late.push(() => resolve("late"))),
  };
  return Object.entries(behaviours).flatMap(([name, run]) =>
    (["", "_x", "_n"] as const).map((kind) =>
      tool(
        name + kind,
        ({ signal, progress }) => {
          started();
          progress({ content: "begun" });
          late.push(() => progress({ content: "late" }));
          return run(signal);
        },
        {
          concurrency: kind === "_x" ? "exclusive" : "shared",
          traits: { nonAbortable: kind === "_n" },
        },
      ),
    ),
  );
}

const toolNames = [...makeTools([], () => undefined).map(({ name }) => name), "nosuch"];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ text: fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 3 }) }),
  fc.record({ thinking: fc.string({ minLength: 1, maxLength: 5 }) }),
  fc.record({
    call: fc.constantFrom(...toolNames),
    id: fc.constantFrom("", "same", "a", "b"),
    args: fc.dictionary(fc.constantFrom("_i", "x"), fc.constantFrom("1", "2")),
  }),
);
const ending: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step[]>(
      [{ fail: { kind: "server", message: "down", retryable: true } }],
      [{ throw: new Error("socket") }],
      [{ drop: true }],
      [{ length: true }],
      [{ hang: "abortable" }],
      [{ hang: "deaf" }],
    ),
  },
);
const script: fc.Arbitrary<Script> = fc
  .tuple(fc.array(step, { maxLength: 4 }), ending)
  .map(([steps, end]) => [...steps, ...end]);
const action = fc.record({
  at: fc.integer({ min: 0, max: 60 }),
  what: fc.constantFrom("steer", "followUp", "abort", "grow", "continue"),
});

test("any run keeps the laws", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(script, { maxLength: 5 }),
      fc.array(action, { maxLength: 5 }),
      fc.constantFrom("immediate", "wait"),
      fc.constantFrom("one-at-a-time", "all"),
      fc.boolean(),
      async (scripts, actions, interruptMode, mode, isSlowToCommit) => {
        const clock = new ManualClock();
        const late: (() => void)[] = [];
        const events: AgentEvent[] = [];
        let startedAfterEnd = 0;
        const isOver = (): boolean => events.at(-1)?.type === "agent_end";
        const tools = makeTools(late, () => {
          if (isOver()) startedAfterEnd++;
        });
        const model = scriptedModel((_, index) => scripts[index] ?? [{ text: "done" }]);
        const agent = new Agent({
          stream: model.stream,
          toolHost: createToolHost({
            clock,
            policy: async () => ({ verdict: "allow" }),
            progress: { intervalMs: 10, tail: { maxBytes: 100, maxLines: 5 } },
            abort: { graceMs: 50, nonAbortableGraceMs: 100 },
          }),
          clock,
          interruptMode,
          steeringMode: mode,
          followUpMode: mode,
          settings: { model: testModel, system: ["s"], tools },
          reports: { commit: () => (isSlowToCommit ? settle() : undefined) },
        });
        agent.subscribe((event) => {
          events.push(event);
          for (const { at, what } of actions) {
            if (at !== events.length - 1) continue;
            if (what === "steer") agent.steer(`steer ${at}`);
            if (what === "followUp") agent.followUp(`later ${at}`);
            if (what === "abort") agent.abort();
            if (what === "grow") agent.configure({ tools: [...agent.state.tools, tool(`t${at}`)] });
            if (what === "continue") agent.continue().catch(() => undefined); // busy: refused
          }
        });
        const running = agent.prompt("go");
        // what hangs is aborted in the end, and what ignores that is given up on
        for (let round = 0; agent.state.isStreaming; round++) {
          if (round > 30) agent.abort();
          await clock.advance(10);
        }
        await running;
        const count = events.length;
        for (const finish of late) finish();
        await clock.advance(1000);
        expect(events.length).toBe(count);
        expect(startedAfterEnd).toBe(0);
        expect(clock.sleeping).toBe(0);
        expect(checkEvents(events)).toEqual([]);
        expect(historyProblems(agent.state.messages)).toEqual([]);
        for (const { messages } of model.requests) expect(checkHistory(messages)).toEqual([]);
        // and it can be talked to again
        const again = agent.prompt(user("again"));
        for (let round = 0; agent.state.isStreaming; round++) {
          if (round > 30) agent.abort();
          await clock.advance(10);
        }
        await again;
        expect(historyProblems(agent.state.messages)).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);
