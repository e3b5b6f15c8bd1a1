// Contract: a session knows where its time went: what a run, each answer and each tool took, by its own clock.
import { expect, test } from "bun:test";
import { foldWork } from "@oh-my-pi/pi-natives/work-profile";
import type { SessionEvent } from "../session-event.ts";
import { SessionWork } from "./session-work.ts";

const answer = {
  type: "message_end",
  message: { role: "assistant", provider: "fake", model: "m" },
} as SessionEvent;
const tool = (type: "start" | "end", toolCallId: string, toolName: string) =>
  ({ type: `tool_execution_${type}`, toolCallId, toolName }) as SessionEvent;

/** Events with the millisecond at which they come. */
function hear(events: readonly (readonly [number, SessionEvent])[]): SessionWork {
  let now = 0;
  const work = new SessionWork({ now: () => now });
  for (const [at, event] of events) {
    now = at;
    work.take(event);
  }
  return work;
}

test("answers, tools beside each other and what is left of a run", () => {
  const work = hear([
    [0, { type: "agent_start" }],
    [1, { type: "turn_start" }],
    [31, answer],
    [32, tool("start", "1", "bash")],
    [34, tool("start", "2", "read")],
    [40, tool("end", "2", "read")],
    [52, tool("end", "1", "bash")],
    [53, { type: "turn_start" }],
    [63, answer],
    [65, { type: "agent_end", messages: [] }],
  ]);
  expect(foldWork(work.read())).toBe("run 5000\nrun;bash 20000\nrun;fake/m 40000\nrun;read 6000\n");
  expect(work.read(60).map(({ path }) => path.at(-1))).toEqual(["run", "fake/m"]);
});

test("what a stopped run left open is not counted to the next one", () => {
  const work = hear([
    [0, { type: "agent_start" }],
    [1, tool("start", "1", "bash")],
    [9, { type: "agent_end", messages: [] }],
    [500, tool("end", "1", "bash")],
  ]);
  expect(foldWork(work.read())).toBe("run 9000\n");
});
