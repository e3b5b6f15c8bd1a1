// The seam between a run and whoever measures it. A recorder never throws and never changes a run.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { ToolOutcome } from "../tool/outcome.ts";
import type { RunReport } from "./run-report.ts";

export interface ToolCallFacts {
  readonly callId: string;
  readonly name: string;
  readonly description?: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One request, until its response is complete. */
export interface ChatRecorder {
  end(message: AssistantMessage, facts?: ProviderErrorFacts): void;
}

/** One call, until it has its result. */
export interface ToolRecorder {
  end(outcome: ToolOutcome): void;
}

/** One run. */
export interface RunRecorder {
  /** Tools the model may call, as they become known. */
  toolsAvailable(names: Iterable<string>): void;
  chat(request: ChatRequest): ChatRecorder;
  tool(call: ToolCallFacts): ToolRecorder;
  /** Closes the run; later calls give the same report. */
  end(): RunReport;
}

/** Makes recorders, one for each run. */
export interface Telemetry {
  startRun(): RunRecorder;
}
