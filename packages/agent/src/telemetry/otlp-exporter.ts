// Sends spans to an OpenTelemetry collector over HTTP. The SDK is heavy, so it is loaded when an exporter is
// asked for and not before.
import type { Attributes, Tracer } from "@opentelemetry/api";

export interface OtlpOptions {
  /** Where traces go, such as `http://localhost:4318/v1/traces`. */
  readonly url: string;
  /** Default `http/json`. */
  readonly protocol?: "http/json" | "http/protobuf";
  readonly headers?: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly attributes?: Attributes;
  readonly timeoutMs?: number;
}

export interface OtlpExporter {
  readonly tracer: Tracer;
  /** Sends what is waiting. */
  flush(): Promise<void>;
  /** Sends what is waiting and stops. */
  shutdown(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Starts an exporter of its own; the global tracer provider is left alone. */
export async function startOtlpExporter(options: OtlpOptions): Promise<OtlpExporter> {
  const isBinary = options.protocol === "http/protobuf";
  const [{ BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-base"),
      isBinary
        ? import("@opentelemetry/exporter-trace-otlp-proto")
        : import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new OTLPTraceExporter({
    url: options.url,
    timeoutMillis: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    ...(options.headers && { headers: { ...options.headers } }),
  });
  const provider = new BasicTracerProvider({
    resource: resources.resourceFromAttributes({
      "service.name": options.serviceName,
      ...options.attributes,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return {
    tracer: provider.getTracer("@oh-my-pi/pi-agent-core"),
    flush: () => provider.forceFlush(),
    shutdown: () => provider.shutdown(),
  };
}
