// Spans of a session, where the person's environment asks for them. Small, because every start loads it; the rest is loaded
// only then.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { Host } from "../platform/host.ts";
import type { SessionTelemetry } from "../services/telemetry/session-telemetry.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import type { SessionSecrets } from "./session-secrets.ts";

interface TelemetryParts {
  readonly host: Pick<Host, "env">;
  readonly clock: Clock;
  readonly log: Pick<SessionLog, "header">;
  readonly secrets: Pick<SessionSecrets, "hide">;
  /** Gets what the user should know. */
  readonly notes: string[];
  readonly onDefect: (defect: unknown) => void;
}

/** Each of them alone asks for spans. */
const ASKING = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_TRACES_EXPORTER",
];

/** What a session is measured by; undefined where nobody asks. */
export async function telemetryFor(parts: TelemetryParts): Promise<SessionTelemetry | undefined> {
  const { host, clock, log, secrets, notes, onDefect } = parts;
  if (!ASKING.some((name) => host.env[name])) return undefined;
  const { startTelemetry } = await import("../services/telemetry/start-telemetry.ts");
  return startTelemetry({
    env: host.env,
    clock,
    conversationId: log.header.id,
    hide: secrets.hide,
    note: (text) => void notes.push(text),
    onDefect,
  });
}
