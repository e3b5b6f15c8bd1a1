// What the screen is about, as a pure function of what happened: one reducer over session events and what the user
// does. Knows no widget and no terminal.
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/agent-event";
import type { ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { SessionEvent } from "../../../session/session-event.ts";
import type { NewItem, NoticeItem, StreamedItem, ToolItem } from "./item.ts";
import { addUsage, usageText } from "./add-usage.ts";
import { type CommandIntent, reduceCommand, withRunning } from "./own-command.ts";
import { addItem, changeItem, changeOpen, EMPTY_STORY } from "./story.ts";
import type {
  BesideState,
  Picture,
  QueuedText,
  UiState,
  UsageState,
  ViewChoices,
} from "./ui-state.ts";

/** What the user or the face itself adds. */
export type Intent =
  | CommandIntent
  | { readonly type: "queued"; readonly queued: QueuedText }
  | { readonly type: "dequeued"; readonly text: string }
  | { readonly type: "notice"; readonly tone: NoticeItem["tone"]; readonly text: string }
  | { readonly type: "view"; readonly change: Partial<ViewChoices> }
  | { readonly type: "attached"; readonly image: Picture }
  | { readonly type: "detached" }
  | { readonly type: "widget"; readonly key: string; readonly lines: readonly string[] | undefined }
  | { readonly type: "status"; readonly key: string; readonly text: string | undefined }
  /** The transcript begins anew with these items: another session, or another branch. */
  | {
      readonly type: "restarted";
      readonly items: readonly NewItem[];
      readonly usage: UsageState;
    };

/** The state after an event or intent. */
export function reduceUi(state: UiState, event: SessionEvent | Intent): UiState {
  switch (event.type) {
    case "queued":
      return { ...state, queued: [...state.queued, event.queued] };
    case "dequeued":
      return { ...state, queued: without(state.queued, event.text) };
    case "notice":
      return notice(state, event.tone, event.text);
    case "view":
      return { ...state, view: { ...state.view, ...event.change } };
    case "attached":
      return { ...state, attached: [...state.attached, event.image] };
    case "detached":
      return { ...state, attached: [] };
    case "widget":
      return beside(state, { widgets: keyed(state.beside.widgets, event.key, event.lines) });
    case "status":
      return beside(state, { statuses: keyed(state.beside.statuses, event.key, event.text) });
    case "command_started":
    case "command_output":
    case "command_ended":
    case "command_failed":
      return reduceCommand(state, event);
    case "restarted":
      return restart(state, event);
    case "auto_retry_start":
      return notice(
        state,
        "info",
        `Retrying (${event.attempt}/${event.maxAttempts}) in ${Math.round(event.delayMs / 1000)} s: ${event.errorMessage}`,
      );
    case "retry_fallback_applied":
      return notice(state, "info", `Trying ${event.to} in place of ${event.from}.`);
    case "auto_compaction_start":
      return notice(state, "info", "Summing up the conversation …");
    case "auto_compaction_end":
      return event.errorMessage === undefined
        ? state
        : notice(state, "warning", event.errorMessage);
    case "session_note":
      return notice(state, "info", event.text);
    default:
      return reduceRun(state, event);
  }
}

function reduceRun(state: UiState, event: SessionEvent): UiState {
  switch (event.type) {
    case "agent_start":
      return { ...state, isRunning: true };
    case "agent_end":
      return endRun(state);
    case "message_start":
      return event.message.role === "user" ? addUser(state, event.message) : state;
    case "message_update":
      return reduceDelta(state, event.assistantMessageEvent);
    case "message_end":
      return event.message.role === "assistant" ? finishAnswer(state, event.message) : state;
    case "tool_execution_start":
      return startTool(state, event);
    case "tool_execution_update":
      return changeTool(state, event.toolCallId, {
        result: { ...viewed(event.partialResult), isError: false, isPartial: true },
      });
    case "tool_execution_end":
      return changeTool(state, event.toolCallId, {
        result: { ...viewed(event.result), isError: event.isError, isPartial: false },
        status: event.isError ? "failed" : "done",
      });
    default:
      return state;
  }
}

type Delta = Extract<AgentEvent, { type: "message_update" }>["assistantMessageEvent"];

function reduceDelta(state: UiState, event: Delta): UiState {
  switch (event.type) {
    case "text_start":
      return add(state, { kind: "answer", text: "", tail: "", isDone: false });
    case "thinking_start":
      return add(state, { kind: "thinking", text: "", tail: "", isDone: false });
    case "text_delta":
    case "thinking_delta":
      return changeStreamed(state, ({ text }) => ({ text: text + event.delta, tail: event.delta }));
    case "text_end":
    case "thinking_end":
      return changeStreamed(state, () => ({ tail: "", isDone: true }));
    case "toolcall_start":
    case "toolcall_delta":
    case "toolcall_end":
      return prepareTool(state, event);
    default:
      return state;
  }
}

/** The card of a call appears with its first arguments and follows them as they stream in. */
function prepareTool(
  state: UiState,
  event: Pick<Extract<Delta, { type: "toolcall_end" }>, "contentIndex" | "partial">,
): UiState {
  const call = event.partial.content[event.contentIndex];
  if (call?.type !== "toolCall" || call.name === "") return state;
  const isKnown = state.story.open.some((item) => item.kind === "tool" && item.callId === call.id);
  if (isKnown) return changeTool(state, call.id, { args: call.arguments });
  return add(state, {
    kind: "tool",
    callId: call.id,
    name: call.name,
    args: call.arguments,
    status: "preparing",
    result: undefined,
  });
}

function startTool(
  state: UiState,
  { toolCallId, toolName, args }: Extract<AgentEvent, { type: "tool_execution_start" }>,
): UiState {
  const isKnown = state.story.open.some(
    (item) => item.kind === "tool" && item.callId === toolCallId,
  );
  if (isKnown) return changeTool(state, toolCallId, { args, status: "running" });
  return add(state, {
    kind: "tool",
    callId: toolCallId,
    name: toolName,
    args,
    status: "running",
    result: undefined,
  });
}

function changeStreamed(
  state: UiState,
  change: (item: StreamedItem) => Partial<StreamedItem>,
): UiState {
  const story = changeItem(state.story, (item) =>
    (item.kind === "answer" || item.kind === "thinking") && !item.isDone
      ? { ...item, ...change(item) }
      : undefined,
  );
  return { ...state, story };
}

function changeTool(
  state: UiState,
  callId: string,
  change: Partial<Pick<ToolItem, "args" | "result" | "status">>,
): UiState {
  const story = changeItem(state.story, (item) =>
    item.kind === "tool" && item.callId === callId ? { ...item, ...change } : undefined,
  );
  return { ...state, story };
}

function finishAnswer(
  state: UiState,
  message: Extract<AgentEvent, { type: "message_end" }>["message"],
): UiState {
  if (message.role !== "assistant") return state;
  const { errorMessage, stopReason } = message;
  const counted = { ...state, usage: addUsage(state.usage, message) };
  if (errorMessage === undefined)
    return state.view.showsUsage ? notice(counted, "info", usageText(message.usage)) : counted;
  const isAbort = stopReason === "aborted";
  return notice(
    closeOpen(counted),
    isAbort ? "info" : "error",
    isAbort ? "Stopped." : errorMessage,
  );
}

function endRun(state: UiState): UiState {
  return { ...closeOpen(state), isRunning: false };
}

/** A stream that broke off says no more of what it had begun. */
function closeOpen(state: UiState): UiState {
  const story = changeOpen(state.story, (item) => {
    if (item.kind === "answer" || item.kind === "thinking") {
      return item.isDone ? undefined : { ...item, tail: "", isDone: true };
    }
    if (item.kind !== "tool" || item.status !== "preparing") return undefined;
    return { ...item, status: "failed" };
  });
  return { ...state, story };
}

function addUser(state: UiState, message: UserMessage): UiState {
  const { content } = message;
  const text = typeof content === "string" ? content : textOf(content.filter(isText));
  const imageCount = typeof content === "string" ? 0 : content.filter((b) => !isText(b)).length;
  const queued = without(state.queued, text);
  return add({ ...state, queued }, { kind: "user", text, imageCount });
}

function beside(state: UiState, change: Partial<BesideState>): UiState {
  return { ...state, beside: { ...state.beside, ...change } };
}

/** The map with the value under its key, or without that key. */
function keyed<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const others = [...map].filter(([each]) => each !== key);
  return new Map(value === undefined ? others : [...others, [key, value]]);
}

function without(queued: readonly QueuedText[], text: string): readonly QueuedText[] {
  const at = queued.findIndex((each) => each.text === text);
  return at === -1 ? queued : queued.toSpliced(at, 1);
}

function restart(state: UiState, intent: Extract<Intent, { type: "restarted" }>): UiState {
  const story = intent.items.reduce(addItem, { ...EMPTY_STORY, nextId: state.story.nextId });
  return {
    ...state,
    story: withRunning(story, state.story),
    queued: [],
    usage: intent.usage,
  };
}

function notice(state: UiState, tone: NoticeItem["tone"], text: string): UiState {
  return add(state, { kind: "notice", tone, text });
}

function add(state: UiState, item: NewItem): UiState {
  return { ...state, story: addItem(state.story, item) };
}

function viewed({ content, details }: Pick<ViewedResult, "content" | "details">) {
  return { content, details };
}

function isText(block: { readonly type: string }): boolean {
  return block.type === "text";
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map((block) => block.text ?? `[${block.type}]`).join("\n");
}
