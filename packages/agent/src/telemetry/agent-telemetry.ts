// Telemetry of one agent, to be given to its runs. Nothing is loaded and nothing measured unless an
// application makes one.
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type * as OpenTelemetry from "@opentelemetry/api";
import type { Attributes, Context, Tracer } from "@opentelemetry/api";
import { systemClock } from "../clock.ts";
import { type CaptureLevel, ContentCapture } from "./content-capture.ts";
import { RunCollector } from "./run-collector.ts";
import type { ChatRecorder, RunRecorder, Telemetry } from "./run-recorder.ts";
import type { RunReport } from "./run-report.ts";
import { type AgentIdentity, agentAttributes, known } from "./span-attributes.ts";
import {
  endChat,
  quietly,
  redactedMaker,
  type SpanMaker,
  spanMaker,
  SpanRecorder,
  startChat,
} from "./span-recorder.ts";

export interface TelemetryOptions {
  readonly agent: AgentIdentity;
  /** Default is the tracer of whatever SDK is registered, which may be none. */
  readonly tracer?: Tracer;
  readonly conversationId?: string;
  /** Default `none`. */
  readonly capture?: CaptureLevel;
  /** Passes over every text before it leaves. */
  readonly redact?: (text: string) => string;
  /** Put on every span, such as `pi.gen_ai.gateway`. */
  readonly attributes?: Attributes;
  /** Called once for each run. */
  readonly onRunEnd?: (report: RunReport) => void;
  readonly now?: () => number;
}

/** Telemetry of one agent and of those it starts. */
export interface AgentTelemetry extends Telemetry {
  /** For a subagent: the same tracer, its own name, inside the call that started it. */
  child(agent: AgentIdentity, parentCallId?: string): AgentTelemetry;
  /** A request outside of a run, such as for a title; `kind` says what for. */
  oneshot(kind: string, request: ChatRequest): ChatRecorder;
  /** Work goes from one agent to another. */
  handoff(from: string, to: string): void;
}

type OpenTelemetryApi = typeof OpenTelemetry;

/** Loads the API package and makes telemetry with it; where it is missing, runs are only counted. */
export async function createTelemetry(
  options: TelemetryOptions,
  load: () => Promise<OpenTelemetryApi> = () => import("@opentelemetry/api"),
): Promise<AgentTelemetry> {
  const api = await load().catch(() => undefined);
  if (api === undefined) return new CountingTelemetry(options);
  const tracer = options.tracer ?? api.trace.getTracer("@oh-my-pi/pi-agent-core");
  const spans = redactedMaker(spanMaker(api, tracer), options.redact);
  return new SpanTelemetry(options, spans, api.context.active());
}

class SpanTelemetry implements AgentTelemetry {
  readonly #options: TelemetryOptions;
  readonly #spans: SpanMaker;
  readonly #parent: Context;
  readonly #capture: ContentCapture;
  readonly #openCalls = new Map<string, Context>();

  constructor(options: TelemetryOptions, spans: SpanMaker, parent: Context) {
    this.#options = options;
    this.#spans = spans;
    this.#parent = parent;
    this.#capture = new ContentCapture(options.capture ?? "none", options.redact);
  }

  startRun(): RunRecorder {
    const { agent, conversationId, onRunEnd, now } = this.#options;
    return new SpanRecorder({
      spans: this.#spans,
      parent: this.#parent,
      name: `invoke_agent ${agent.name}`,
      attributes: { ...this.#options.attributes, ...agentAttributes(agent, conversationId) },
      common: this.#common(),
      capture: this.#capture,
      now: now ?? (() => systemClock.now()),
      onEnd: (report) => onRunEnd?.(report),
      openCalls: this.#openCalls,
    });
  }

  child(agent: AgentIdentity, parentCallId?: string): AgentTelemetry {
    const inside = parentCallId === undefined ? undefined : this.#openCalls.get(parentCallId);
    return new SpanTelemetry({ ...this.#options, agent }, this.#spans, inside ?? this.#parent);
  }

  oneshot(kind: string, request: ChatRequest): ChatRecorder {
    const common = { ...this.#common(), "pi.gen_ai.oneshot.kind": kind };
    const options = { spans: this.#spans, common, capture: this.#capture };
    const span = startChat(options, this.#parent, request, undefined);
    return { end: (message, facts) => endChat(options, span, message, facts) };
  }

  handoff(from: string, to: string): void {
    const attributes = known({
      ...this.#common(),
      "gen_ai.operation.name": "handoff",
      "pi.gen_ai.handoff.from": from,
      "pi.gen_ai.handoff.to": to,
    });
    const { kinds } = this.#spans;
    quietly(() =>
      this.#spans.start(`handoff ${to}`, kinds.INTERNAL, attributes, this.#parent).end(),
    );
  }

  #common(): Attributes {
    const { agent, conversationId, attributes } = this.#options;
    return known({
      ...attributes,
      "gen_ai.agent.name": agent.name,
      "gen_ai.agent.id": agent.id,
      "gen_ai.conversation.id": conversationId,
    });
  }
}

/** What is left without the API package: numbers. */
class CountingTelemetry implements AgentTelemetry {
  readonly #options: TelemetryOptions;

  constructor(options: TelemetryOptions) {
    this.#options = options;
  }

  startRun(): RunRecorder {
    const { now, onRunEnd } = this.#options;
    const collector = new RunCollector(now ?? (() => systemClock.now()));
    let report: RunReport | undefined;
    return {
      toolsAvailable: (names) => collector.toolsAvailable(names),
      chat: (request) => collector.chat(request),
      tool: (call) => collector.tool(call),
      end: () => {
        if (report !== undefined) return report;
        const ended = (report = collector.end());
        quietly(() => onRunEnd?.(ended));
        return ended;
      },
    };
  }

  child(agent: AgentIdentity): AgentTelemetry {
    return new CountingTelemetry({ ...this.#options, agent });
  }

  oneshot(): ChatRecorder {
    return { end: () => undefined };
  }

  handoff(): void {
    // nothing to count
  }
}
