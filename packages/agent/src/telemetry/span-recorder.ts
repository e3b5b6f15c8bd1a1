// Records runs as spans: `invoke_agent` around `chat` and `execute_tool`. Whatever goes wrong in here stays
// in here: measuring never changes what is measured.
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type * as OpenTelemetry from "@opentelemetry/api";
import type {
  Attributes,
  Context,
  Span,
  SpanKind,
  SpanStatusCode,
  Tracer,
} from "@opentelemetry/api";
import { type ContentCapture, plainText, redactAttributes } from "./content-capture.ts";
import { RunCollector } from "./run-collector.ts";
import type { ChatRecorder, RunRecorder, ToolCallFacts, ToolRecorder } from "./run-recorder.ts";
import type { RunReport } from "./run-report.ts";
import {
  outcomeAttributes,
  reportAttributes,
  requestAttributes,
  responseAttributes,
  toolAttributes,
} from "./span-attributes.ts";

/** The part of `@opentelemetry/api` that makes spans. */
export interface SpanMaker {
  start(name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span;
  /** The context in which children of this span are made. */
  within(span: Span, parent: Context): Context;
  readonly kinds: typeof SpanKind;
  readonly errorCode: SpanStatusCode;
}

export interface SpanRecorderOptions {
  readonly spans: SpanMaker;
  readonly parent: Context;
  readonly name: string;
  readonly attributes: Attributes;
  /** Put on every span. */
  readonly common: Attributes;
  readonly capture: ContentCapture;
  readonly now: () => number;
  readonly onEnd: (report: RunReport) => void;
  /** Spans of calls under way, by call id; shared with whoever starts work inside them. */
  readonly openCalls: Map<string, Context>;
}

/** One run as spans. */
export class SpanRecorder implements RunRecorder {
  readonly #options: SpanRecorderOptions;
  readonly #collector: RunCollector;
  readonly #root: Span | undefined;
  readonly #inside: Context;
  #step = 0;
  #captured = 0;
  #isOver = false;

  constructor(options: SpanRecorderOptions) {
    const { spans, parent, name, attributes } = options;
    this.#options = options;
    this.#collector = new RunCollector(options.now);
    const root = quietly(() => spans.start(name, spans.kinds.INTERNAL, attributes, parent));
    this.#root = root;
    this.#inside = (root && quietly(() => spans.within(root, parent))) ?? parent;
  }

  toolsAvailable(names: Iterable<string>): void {
    this.#collector.toolsAvailable(names);
  }

  chat(request: ChatRequest): ChatRecorder {
    const counting = this.#collector.chat(request);
    const step = ++this.#step;
    const span = startChat(this.#options, this.#inside, request, step);
    quietly(() => this.#captureInput(span, request));
    return {
      end: (message, facts) => {
        counting.end(message, facts);
        endChat(this.#options, span, message, facts);
      },
    };
  }

  tool(call: ToolCallFacts): ToolRecorder {
    const counting = this.#collector.tool(call);
    const { spans, common, capture, openCalls } = this.#options;
    const attributes = { ...common, ...toolAttributes(call) };
    const span = quietly(() =>
      spans.start(`execute_tool ${call.name}`, spans.kinds.INTERNAL, attributes, this.#inside),
    );
    quietly(() => {
      if (span === undefined) return;
      openCalls.set(call.callId, spans.within(span, this.#inside));
      if (!capture.isOn) return;
      span.setAttribute("gen_ai.tool.call.arguments", capture.text(JSON.stringify(call.args)));
    });
    return {
      end: (outcome) => {
        counting.end(outcome);
        openCalls.delete(call.callId);
        quietly(() => {
          span?.setAttributes(outcomeAttributes(outcome));
          if (outcome.isError) span?.setStatus({ code: spans.errorCode });
          if (capture.isOn) {
            const text = capture.text(plainText(outcome.result.content));
            span?.setAttribute("gen_ai.tool.call.result", text);
          }
        });
        quietly(() => span?.end());
      },
    };
  }

  end(): RunReport {
    const report = this.#collector.end();
    if (this.#isOver) return report;
    this.#isOver = true;
    quietly(() => {
      this.#root?.setAttributes(reportAttributes(report));
      const { stopReason } = report.summary;
      const isFailed = stopReason === "error" || stopReason === "aborted";
      if (isFailed) this.#root?.setStatus({ code: this.#options.spans.errorCode });
    });
    quietly(() => this.#root?.end());
    quietly(() => this.#options.onEnd(report));
    return report;
  }

  /** Each message is captured once, with the request that brought it. */
  #captureInput(span: Span | undefined, request: ChatRequest): void {
    const { capture } = this.#options;
    if (!capture.isOn || span === undefined) return;
    if (this.#captured === 0) {
      const parts = request.system.map((content) => ({
        type: "text",
        content: capture.text(content),
      }));
      span.setAttribute("gen_ai.system_instructions", JSON.stringify(parts));
    }
    const fresh = request.messages.slice(this.#captured);
    this.#captured = request.messages.length;
    span.setAttribute("gen_ai.input.messages", capture.messages(fresh));
  }
}

type ChatOptions = Pick<SpanRecorderOptions, "spans" | "common" | "capture">;

/** A span for one request. */
export function startChat(
  { spans, common }: ChatOptions,
  parent: Context,
  request: ChatRequest,
  step: number | undefined,
): Span | undefined {
  const attributes = { ...common, ...requestAttributes(request, step) };
  return quietly(() =>
    spans.start(`chat ${request.model.id}`, spans.kinds.CLIENT, attributes, parent),
  );
}

/** Ends it with what came back. */
export function endChat(
  { spans, capture }: ChatOptions,
  span: Span | undefined,
  ...[message, facts]: Parameters<ChatRecorder["end"]>
): void {
  quietly(() => {
    span?.setAttributes(capture.attributes(responseAttributes(message, facts)));
    const isFailed = message.stopReason === "error" || message.stopReason === "aborted";
    if (isFailed) {
      const text = message.errorMessage;
      span?.setStatus({
        code: spans.errorCode,
        ...(text !== undefined && { message: capture.text(text) }),
      });
    }
    if (capture.isOn) span?.setAttribute("gen_ai.output.messages", capture.messages([message]));
  });
  quietly(() => span?.end());
}

/** Runs something that must not be able to fail. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined; // telemetry is best effort by promise: a run goes on without it
  }
}

/** Adapts the API package; loaded by whoever wants spans. */
export function spanMaker(api: typeof OpenTelemetry, tracer: Tracer): SpanMaker {
  return {
    start: (name, kind, attributes, parent) => tracer.startSpan(name, { kind, attributes }, parent),
    within: (span, parent) => api.trace.setSpan(parent, span),
    kinds: api.SpanKind,
    errorCode: api.SpanStatusCode.ERROR,
  };
}

/** Spans whose names and first attributes have passed the application's redaction: names can come from a model. */
export function redactedMaker(
  spans: SpanMaker,
  redact: ((text: string) => string) | undefined,
): SpanMaker {
  if (redact === undefined) return spans;
  return {
    ...spans,
    start: (name, kind, attributes, parent) =>
      spans.start(redact(name), kind, redactAttributes(attributes, redact), parent),
  };
}
