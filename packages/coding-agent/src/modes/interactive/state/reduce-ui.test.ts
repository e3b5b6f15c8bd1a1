// The reducer: events of a run become items in order, streaming text grows, calls end as they end.
import { describe, expect, test } from "bun:test";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/agent-event";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { eventText } from "../../accessible/event-text.ts";
import { type Intent, reduceUi } from "./reduce-ui.ts";
import { storyItems } from "./story.ts";
import { INITIAL, type UiState } from "./ui-state.ts";

const zero = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const answer = (more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: "assistant",
  content: [],
  api: "demo",
  provider: "demo",
  model: "m",
  usage: { ...zero, totalTokens: 120, cost: { ...zero, total: 0.5 } },
  stopReason: "stop",
  timestamp: 1,
  ...more,
});
const delta = (
  assistantMessageEvent: Extract<AgentEvent, { type: "message_update" }>["assistantMessageEvent"],
): AgentEvent => ({
  type: "message_update",
  message: answer(),
  assistantMessageEvent,
});
const partial = answer();
const run = (...events: (AgentEvent | Intent)[]): UiState => events.reduce(reduceUi, INITIAL);

describe("reduceUi", () => {
  test("a run with thinking, text and a tool", () => {
    const state = run(
      { type: "agent_start" },
      {
        type: "message_start",
        message: { role: "user", content: [{ type: "text", text: "go" }], timestamp: 1 },
      },
      delta({ type: "thinking_start", contentIndex: 0, partial }),
      delta({ type: "thinking_delta", contentIndex: 0, delta: "hm", partial }),
      delta({ type: "thinking_end", contentIndex: 0, content: "hm", partial }),
      delta({ type: "text_start", contentIndex: 1, partial }),
      delta({ type: "text_delta", contentIndex: 1, delta: "Hel", partial }),
      delta({ type: "text_delta", contentIndex: 1, delta: "lo", partial }),
      delta({ type: "text_end", contentIndex: 1, content: "Hello", partial }),
      { type: "message_end", message: answer() },
      { type: "tool_execution_start", toolCallId: "1", toolName: "bash", args: { command: "ls" } },
      {
        type: "tool_execution_update",
        toolCallId: "1",
        toolName: "bash",
        args: {},
        partialResult: { content: [{ type: "text", text: "a" }], details: {} },
      },
      {
        type: "tool_execution_end",
        toolCallId: "1",
        toolName: "bash",
        isError: true,
        result: { content: [{ type: "text", text: "a\nb" }], details: {} },
      },
      { type: "agent_end", messages: [] },
    );
    expect(storyItems(state.story)).toMatchObject([
      { kind: "user", text: "go" },
      { kind: "thinking", text: "hm", tail: "", isDone: true },
      { kind: "answer", text: "Hello", tail: "", isDone: true },
      {
        kind: "tool",
        callId: "1",
        name: "bash",
        args: { command: "ls" },
        status: "failed",
        result: { content: [{ type: "text", text: "a\nb" }], isError: true, isPartial: false },
      },
    ]);
    expect(state).toMatchObject({ isRunning: false, usage: { contextTokens: 120, cost: 0.5 } });
  });

  test("each step says what it added", () => {
    const state = run(
      delta({ type: "text_start", contentIndex: 0, partial }),
      delta({ type: "text_delta", contentIndex: 0, delta: "x", partial }),
    );
    expect(storyItems(state.story)[0]).toMatchObject({ text: "x", tail: "x", isDone: false });
  });

  test("what the session notes is shown once, and said in plain lines too", () => {
    const event = { type: "session_note", text: "A summary takes its place." } as const;
    expect(storyItems(reduceUi(INITIAL, event).story)).toMatchObject([
      { kind: "notice", tone: "info", text: event.text },
    ]);
    expect(eventText(event)).toBe(`${event.text}\n`);
  });

  test("a queued text leaves the queue when it is said", () => {
    const queued = run(
      { type: "queued", queued: { text: "later", mode: "steer" } },
      { type: "queued", queued: { text: "even later", mode: "followUp" } },
    );
    const said = reduceUi(queued, {
      type: "message_start",
      message: { role: "user", content: "later", timestamp: 1 },
    });
    expect(said.queued).toEqual([{ text: "even later", mode: "followUp" }]);
  });

  test("errors and aborts are told apart", () => {
    const failed = run({
      type: "message_end",
      message: answer({ stopReason: "error", errorMessage: "no" }),
    });
    const aborted = run({
      type: "message_end",
      message: answer({ stopReason: "aborted", errorMessage: "x" }),
    });
    expect(storyItems(failed.story)[0]).toMatchObject({
      kind: "notice",
      tone: "error",
      text: "no",
    });
    expect(storyItems(aborted.story)[0]).toMatchObject({ tone: "info", text: "Stopped." });
  });

  test("what an answer used is told after it, where that is wanted", () => {
    const used = { input: 1200, output: 34, cacheRead: 5, cacheWrite: 0 };
    const message = answer({
      usage: { ...used, totalTokens: 1239, cost: { ...zero, total: 0.5 } },
    });
    const end: AgentEvent = { type: "message_end", message };
    expect(storyItems(run(end).story)).toEqual([]);
    const shown = run({ type: "view", change: { showsUsage: true } }, end);
    expect(storyItems(shown.story)).toMatchObject([
      { kind: "notice", text: "↑1.2k ↓34 R5 $0.5000" },
    ]);
  });

  test("what others put beside the conversation is kept by its key and taken away again", () => {
    const put = run(
      { type: "widget", key: "a", lines: ["one"] },
      { type: "widget", key: "b", lines: ["two"] },
      { type: "widget", key: "a", lines: ["three"] },
      { type: "status", key: "a", text: "busy" },
    );
    expect([...put.beside.widgets.values()]).toEqual([["two"], ["three"]]);
    expect([...put.beside.statuses.values()]).toEqual(["busy"]);
    const gone = reduceUi(put, { type: "status", key: "a", text: undefined });
    expect([...gone.beside.statuses]).toEqual([]);
  });
});
