// What a session may tell of its work to whoever measures it.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { Telemetry } from "@oh-my-pi/pi-agent-core/telemetry-recorder";

export interface SessionTelemetry extends Telemetry {
  /** The same way to a model, for questions beside the conversation; `kind` says what they are for. */
  aside(stream: StreamFunction, kind: string): StreamFunction;
  /** Sends what waits. Takes a second at most and never rejects. */
  close(): Promise<void>;
}
