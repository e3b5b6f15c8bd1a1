// What a run says about itself, in order. The names and fields are a public format.
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/event";
import type { AssistantMessage, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { RunReport } from "../telemetry/run-report.ts";
import type { ToolResult } from "../tool/coerce-result.ts";
import type { AgentMessage } from "./message.ts";

/** Events inside a response; its start and end are events of the message. */
export type StreamingEvent = Exclude<AssistantMessageEvent, { type: "start" | "done" | "error" }>;

interface ToolExecution {
  toolCallId: string;
  toolName: string;
}

export type AgentEvent =
  | { type: "agent_start" }
  | { type: "turn_start" }
  /** A second start of a response without an end between them: the first was discarded. */
  | { type: "message_start"; message: AgentMessage }
  /** `message` and `partial` are one live object that grows. */
  | { type: "message_update"; message: AssistantMessage; assistantMessageEvent: StreamingEvent }
  | { type: "message_end"; message: AgentMessage }
  | (ToolExecution & {
      type: "tool_execution_start";
      args: Readonly<Record<string, unknown>>;
      intent?: string;
    })
  | (ToolExecution & {
      type: "tool_execution_update";
      args: Readonly<Record<string, unknown>>;
      /** The newest state, with long text cut to its tail. */
      partialResult: ToolResult;
    })
  | (ToolExecution & { type: "tool_execution_end"; result: ToolResult; isError: boolean })
  | { type: "turn_end"; message: AssistantMessage; toolResults: readonly ToolResultMessage[] }
  | { type: "agent_end"; messages: readonly AgentMessage[]; telemetry?: RunReport };

/** An event for a wire: streaming events carry the delta only, not what came before. */
export function toDeltaEvent(event: AgentEvent): object {
  if (event.type !== "message_update") return event;
  const { partial: _, ...delta } = event.assistantMessageEvent;
  return { type: event.type, assistantMessageEvent: delta };
}
