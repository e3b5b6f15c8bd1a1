// What the screen is about, as a pure function of what happened: one reducer over session events and what
// the user does. Knows no widget and no terminal.
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/agent-event";
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { SessionEvent } from "../../session/session-event.ts";

/** One thing in the transcript. `tail` is what the last step added to `text`. */
export type Item =
  | { readonly id: number; readonly kind: "user"; readonly text: string }
  | {
      readonly id: number;
      readonly kind: "answer" | "thinking";
      readonly text: string;
      readonly tail: string;
      readonly isDone: boolean;
    }
  | ToolItem
  | {
      readonly id: number;
      readonly kind: "notice";
      readonly tone: "info" | "error";
      readonly text: string;
    };

export interface ToolItem {
  readonly id: number;
  readonly kind: "tool";
  readonly callId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: "running" | "done" | "failed";
  readonly output: string;
}

/** Everything the views are made from. */
export interface UiState {
  /** Items that will not change any more come first; open ones are at the end. */
  readonly items: readonly Item[];
  readonly isRunning: boolean;
  /** Texts that were accepted and wait to be said. */
  readonly queued: readonly string[];
  readonly tokens: number;
  readonly cost: number;
  readonly nextId: number;
}

/** What the user or the face itself adds. */
export type Intent =
  | { readonly type: "queued"; readonly text: string }
  | { readonly type: "notice"; readonly tone: "info" | "error"; readonly text: string };

export const INITIAL: UiState = {
  items: [],
  isRunning: false,
  queued: [],
  tokens: 0,
  cost: 0,
  nextId: 1,
};

/** The state after an event or intent. */
export function reduceUi(state: UiState, event: SessionEvent | Intent): UiState {
  switch (event.type) {
    case "queued":
      return { ...state, queued: [...state.queued, event.text] };
    case "notice":
      return add(state, { kind: "notice", tone: event.tone, text: event.text });
    case "auto_retry_start": {
      const text = `Retrying (${event.attempt}/${event.maxAttempts}) in ${Math.round(event.delayMs / 1000)}s: ${event.errorMessage}`;
      return add(state, { kind: "notice", tone: "info", text });
    }
    case "auto_compaction_start":
      return add(state, { kind: "notice", tone: "info", text: "Summing up the conversation …" });
    case "agent_start":
      return { ...state, isRunning: true };
    case "agent_end":
      return { ...state, isRunning: false };
    case "message_start":
      return event.message.role === "user" ? addUser(state, event.message) : state;
    case "message_update":
      return reduceDelta(state, event.assistantMessageEvent);
    case "message_end":
      return event.message.role === "assistant" ? finishAnswer(state, event.message) : state;
    case "tool_execution_start": {
      const { toolCallId: callId, toolName: name, args } = event;
      return add(state, { kind: "tool", callId, name, args, status: "running", output: "" });
    }
    case "tool_execution_update":
      return changeTool(state, event.toolCallId, { output: textOf(event.partialResult.content) });
    case "tool_execution_end":
      return changeTool(state, event.toolCallId, {
        output: textOf(event.result.content),
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
    case "thinking_start": {
      const kind = event.type === "text_start" ? "answer" : "thinking";
      return add(state, { kind, text: "", tail: "", isDone: false });
    }
    case "text_delta":
    case "thinking_delta":
      return changeLast(state, (item) => ({
        ...item,
        text: item.text + event.delta,
        tail: event.delta,
      }));
    case "text_end":
    case "thinking_end":
      return changeLast(state, (item) => ({ ...item, tail: "", isDone: true }));
    default:
      return state;
  }
}

type StreamedItem = Extract<Item, { kind: "answer" | "thinking" }>;

function changeLast(state: UiState, change: (item: StreamedItem) => StreamedItem): UiState {
  const at = state.items.findLastIndex(
    (item) => (item.kind === "answer" || item.kind === "thinking") && !item.isDone,
  );
  const item = state.items[at];
  if (item === undefined || (item.kind !== "answer" && item.kind !== "thinking")) return state;
  return { ...state, items: state.items.with(at, change(item)) };
}

function changeTool(
  state: UiState,
  callId: string,
  change: Partial<Pick<ToolItem, "output" | "status">>,
): UiState {
  const at = state.items.findLastIndex((item) => item.kind === "tool" && item.callId === callId);
  const item = state.items[at];
  if (item?.kind !== "tool") return state;
  return { ...state, items: state.items.with(at, { ...item, ...change }) };
}

function finishAnswer(
  state: UiState,
  message: Extract<AgentEvent, { type: "message_end" }>["message"],
): UiState {
  if (message.role !== "assistant") return state;
  const { usage, errorMessage, stopReason } = message;
  const counted = {
    ...state,
    tokens: usage.totalTokens || state.tokens,
    cost: state.cost + usage.cost.total,
  };
  if (errorMessage === undefined) return counted;
  const isAbort = stopReason === "aborted";
  return add(counted, {
    kind: "notice",
    tone: isAbort ? "info" : "error",
    text: isAbort ? "Stopped." : errorMessage,
  });
}

function addUser(state: UiState, message: UserMessage): UiState {
  const text = typeof message.content === "string" ? message.content : textOf(message.content);
  const said = state.queued.indexOf(text);
  const queued = said === -1 ? state.queued : state.queued.toSpliced(said, 1);
  return add({ ...state, queued }, { kind: "user", text });
}

type NewItem = Item extends infer Each ? (Each extends Item ? Omit<Each, "id"> : never) : never;

function add(state: UiState, item: NewItem): UiState {
  const whole = { ...item, id: state.nextId } as Item;
  return { ...state, items: [...state.items, whole], nextId: state.nextId + 1 };
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map((block) => block.text ?? `[${block.type}]`).join("\n");
}
