// What a session says, as updates for an editor. Knows which tool calls the editor has heard of; sends nothing itself.
import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import { toolCallsOf } from "@oh-my-pi/pi-agent-core/agent-message";
import type { ToolResult } from "@oh-my-pi/pi-agent-core/tool-result";
import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import type { SessionEvent } from "../../session/session-event.ts";
import type { Session } from "../../session/session.ts";
import { planEntries } from "./plan.ts";
import {
  describeCall,
  type MadeCall,
  resultContent,
  type TextBefore,
  textNow,
} from "./tool-call.ts";

interface KnownCall {
  readonly call: MadeCall;
  /** The change that the call was going to make, where it says so itself. */
  readonly proposed: readonly ToolCallContent[];
  /** The terminal of the editor that it runs in. */
  terminalId?: string;
}

/** Translates the events of one session. */
export class Updates {
  readonly #session: () => Session;
  readonly #calls = new Map<string, KnownCall>();
  #shownTodos: unknown;
  #messageId = crypto.randomUUID() as string;

  constructor(session: () => Session) {
    this.#session = session;
    this.#shownTodos = session().decided.todos;
  }

  /** The updates that an event amounts to. */
  of(event: SessionEvent): SessionUpdate[] {
    switch (event.type) {
      case "message_start":
        this.#messageId = crypto.randomUUID();
        return [];
      case "message_update":
        return this.#streamed(event.assistantMessageEvent);
      case "message_end":
        return event.message.role === "assistant"
          ? toolCallsOf(event.message).flatMap((call) => this.#made(madeCall(call), textNow))
          : [];
      case "tool_execution_start": {
        const { toolCallId: id, toolName: name, args, intent } = event;
        return [
          ...(this.#calls.has(id) ? [] : this.#made({ id, name, args, intent }, textNow)),
          { sessionUpdate: "tool_call_update", toolCallId: id, status: "in_progress" },
        ];
      }
      case "tool_execution_update":
        return this.#progress(event.toolCallId, event.partialResult);
      case "tool_execution_end":
        return [...this.#ended(event.toolCallId, event.result, event.isError), ...this.plan()];
      case "turn_end":
        return this.plan();
      case "agent_end":
        return [...this.#abandoned(), ...this.plan()];
      case "session_title":
        return [{ sessionUpdate: "session_info_update", title: event.title }];
      default:
        return [];
    }
  }

  /** The to-do list, when it is another one than was shown last. */
  plan(): SessionUpdate[] {
    const { todos } = this.#session().decided;
    if (todos === this.#shownTodos) return [];
    this.#shownTodos = todos;
    return [{ sessionUpdate: "plan", entries: planEntries(todos) }];
  }

  /** A call runs in a terminal of the editor. */
  inTerminal(callId: string, terminalId: string): SessionUpdate[] {
    const known = this.#calls.get(callId);
    if (known === undefined) return [];
    known.terminalId = terminalId;
    const content: ToolCallContent[] = [{ type: "terminal", terminalId }];
    return [{ sessionUpdate: "tool_call_update", toolCallId: callId, content }];
  }

  /** A call that was made before; `before` as in `describeCall`. */
  madeEarlier(call: ToolCall, before: TextBefore): SessionUpdate[] {
    return this.#made(madeCall(call), before);
  }

  /** What such a call gave. */
  endedEarlier(callId: string, result: ToolResult, isError: boolean): SessionUpdate[] {
    return this.#ended(callId, result, isError);
  }

  #streamed(event: Extract<SessionEvent, { type: "message_update" }>["assistantMessageEvent"]) {
    const chunk = (
      sessionUpdate: "agent_message_chunk" | "agent_thought_chunk",
      text: string,
    ): SessionUpdate[] => {
      const messageId = this.#messageId;
      return text === "" ? [] : [{ sessionUpdate, messageId, content: { type: "text", text } }];
    };
    if (event.type === "text_delta") return chunk("agent_message_chunk", event.delta);
    if (event.type === "thinking_delta") return chunk("agent_thought_chunk", event.delta);
    return [];
  }

  #made(call: MadeCall, before: TextBefore): SessionUpdate[] {
    const described = describeCall(this.#session(), call, before);
    this.#calls.set(call.id, { call, proposed: described.content ?? [] });
    return [{ sessionUpdate: "tool_call", toolCallId: call.id, status: "pending", ...described }];
  }

  #progress(callId: string, { content, details }: ToolResult): SessionUpdate[] {
    const known = this.#calls.get(callId);
    if (known === undefined || known.terminalId !== undefined) return [];
    const result = { content, details, isError: false, isPartial: true };
    const shown = resultContent(this.#session(), known.call, result);
    return [{ sessionUpdate: "tool_call_update", toolCallId: callId, content: shown }];
  }

  #ended(callId: string, result: ToolResult, isError: boolean): SessionUpdate[] {
    const known = this.#calls.get(callId);
    if (known === undefined) return [];
    this.#calls.delete(callId);
    return [
      {
        sessionUpdate: "tool_call_update",
        toolCallId: callId,
        status: isError ? "failed" : "completed",
        content: this.#finalContent(known, result, isError),
      },
    ];
  }

  #finalContent(
    { call, proposed, terminalId }: KnownCall,
    { content, details }: ToolResult,
    isError: boolean,
  ): ToolCallContent[] {
    if (terminalId !== undefined) return [{ type: "terminal", terminalId }];
    if (!isError && proposed.length > 0) return [...proposed];
    return resultContent(this.#session(), call, { content, details, isError, isPartial: false });
  }

  /** Calls that the run ended before: nobody will hear of them again. */
  #abandoned(): SessionUpdate[] {
    const left = [...this.#calls.keys()];
    this.#calls.clear();
    return left.map((toolCallId) => ({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "failed",
    }));
  }
}

function madeCall({ id, name, arguments: args, intent }: ToolCall): MadeCall {
  return { id, name, args, intent };
}
