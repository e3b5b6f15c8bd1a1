// The calls of a run as their tools show them. A tool may be gone or not take what it is given: then the plain view does.
import type { ToolView, ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import type { SessionEvent } from "../../session/session-event.ts";
import type { ViewCall } from "./event-text.ts";

/** Shows one call of a session. */
type ViewTool = (name: string, args: unknown, result?: ViewedResult) => ToolView | undefined;

export class CallViews {
  readonly #viewTool: ViewTool;
  readonly #calls = new Map<string, { readonly name: string; readonly args: unknown }>();

  constructor(viewTool: ViewTool) {
    this.#viewTool = viewTool;
  }

  /** Remembers a call when it starts; all are forgotten when the run ends. */
  take(event: SessionEvent): void {
    if (event.type === "tool_execution_start")
      this.#calls.set(event.toolCallId, { name: event.toolName, args: event.args });
    if (event.type === "agent_end") this.#calls.clear();
  }

  readonly view: ViewCall = (callId, result) => {
    const call = this.#calls.get(callId);
    try {
      return call && this.#viewTool(call.name, call.args, result);
    } catch {
      return undefined;
    }
  };
}
