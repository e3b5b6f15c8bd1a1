// Spans of one session, sent to a collector. Loaded only where OTEL_* variables ask for it; nothing in here can fail a run,
// and everything that leaves has passed `hide`.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import { type AgentTelemetry, createTelemetry } from "@oh-my-pi/pi-agent-core/telemetry";
import { type OtlpExporter, startOtlpExporter } from "@oh-my-pi/pi-agent-core/telemetry-exporter";
import { version } from "../../../package.json";
import { type OtlpTarget, readOtlpEnvironment } from "./otlp-environment.ts";
import { recordAside } from "./record-aside.ts";
import type { SessionTelemetry } from "./session-telemetry.ts";

export interface TelemetrySources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly conversationId: string;
  /** Takes the secrets that are known out of a text. */
  readonly hide: (text: string) => string;
  /** Hears what the user should know. */
  readonly note: (text: string) => void;
  /** Hears of spans that could not be sent. */
  readonly onDefect: (defect: unknown) => void;
}

/** Starts what the environment asks for; undefined when that is nothing. */
export async function startTelemetry(
  sources: TelemetrySources,
): Promise<SessionTelemetry | undefined> {
  const { target, notes } = readOtlpEnvironment(sources.env);
  for (const text of notes) sources.note(text);
  if (target === undefined) return undefined;
  try {
    return await start(target, sources);
  } catch (error) {
    sources.onDefect(error);
    return undefined;
  }
}

async function start(target: OtlpTarget, sources: TelemetrySources): Promise<SessionTelemetry> {
  const { clock, conversationId, hide, onDefect } = sources;
  const exporter = await startOtlpExporter({
    ...target,
    attributes: { "service.version": version, ...target.attributes },
  });
  const telemetry: AgentTelemetry = await createTelemetry({
    agent: { name: "omp" },
    tracer: exporter.tracer,
    conversationId,
    capture: target.capture,
    redact: hide,
    now: () => clock.now(),
  });
  return {
    startRun: () => telemetry.startRun(),
    aside: (stream: StreamFunction, kind) => recordAside(stream, telemetry, kind),
    close: () => closeInTime(exporter, clock, target.closeMs).catch(onDefect),
  };
}

/** Rejects when not everything could be sent. */
async function closeInTime(exporter: OtlpExporter, clock: Clock, closeMs: number): Promise<void> {
  const sent = new AbortController();
  const late = clock.sleep(closeMs, sent.signal).then(() => {
    if (!sent.signal.aborted) throw new Error("The collector did not take all spans in time.");
  });
  await Promise.race([exporter.shutdown(), late]).finally(() => sent.abort());
}
