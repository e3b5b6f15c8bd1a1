// What the OTEL_* variables ask for, as the OpenTelemetry specification reads them. Pure: knows neither the SDK nor who
// runs. What cannot be followed becomes a sentence; values are never repeated in one, they may be keys.
import { type CaptureLevel, parseCaptureLevel } from "@oh-my-pi/pi-agent-core/telemetry-capture";
import { readPairs } from "./key-value-pairs.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where spans go and what they carry. */
export interface OtlpTarget {
  readonly url: string;
  readonly protocol: "http/json" | "http/protobuf";
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** How long a collector may keep a session from ending. */
  readonly closeMs: number;
  readonly serviceName: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly capture: CaptureLevel;
}

export interface OtlpWish {
  /** Absent when no spans are to be sent. */
  readonly target?: OtlpTarget;
  readonly notes: readonly string[];
}

const DEFAULT_ENDPOINT = "http://localhost:4318";
const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_CLOSE_MS = 1000;
const TRACES = "OTEL_EXPORTER_OTLP_TRACES_";
const ALL = "OTEL_EXPORTER_OTLP_";
const CLOSE = "PI_OTEL_CLOSE_MS";
const CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

/** Reads them. */
export function readOtlpEnvironment(env: Environment): OtlpWish {
  const notes: string[] = [];
  if (!isWanted(env, notes)) return { notes };
  const protocol = readProtocol(env, notes);
  const url = protocol === undefined ? undefined : readUrl(env, notes);
  if (protocol === undefined || url === undefined) return { notes };
  const { "service.name": named, ...attributes } = pairs(env, "OTEL_RESOURCE_ATTRIBUTES", notes);
  const target: OtlpTarget = {
    url,
    protocol,
    headers: { ...pairs(env, `${ALL}HEADERS`, notes), ...pairs(env, `${TRACES}HEADERS`, notes) },
    timeoutMs: readTime(ofTraces(env, "TIMEOUT"), DEFAULT_TIMEOUT_MS, notes),
    closeMs: readTime({ name: CLOSE, value: valueOf(env, CLOSE) }, DEFAULT_CLOSE_MS, notes),
    serviceName: valueOf(env, "OTEL_SERVICE_NAME") ?? named ?? "omp",
    attributes,
    capture: parseCaptureLevel(valueOf(env, CAPTURE)),
  };
  return { target, notes };
}

function isWanted(env: Environment, notes: string[]): boolean {
  if (valueOf(env, "OTEL_SDK_DISABLED")?.toLowerCase() === "true") return false;
  const exporters = valueOf(env, "OTEL_TRACES_EXPORTER")?.split(",");
  if (exporters === undefined) return ofTraces(env, "ENDPOINT") !== undefined;
  const names = exporters.map((name) => name.trim().toLowerCase());
  if (names.includes("otlp")) return true;
  if (!names.includes("none"))
    notes.push("OTEL_TRACES_EXPORTER: omp knows otlp and none. No spans are sent.");
  return false;
}

function readProtocol(env: Environment, notes: string[]): OtlpTarget["protocol"] | undefined {
  const { name, value = "http/protobuf" } = ofTraces(env, "PROTOCOL") ?? {};
  if (value === "http/json" || value === "http/protobuf") return value;
  if (value === "grpc") {
    notes.push(
      `${name}: grpc does not work here, only http/protobuf and http/json do. No spans are sent.`,
    );
    return undefined;
  }
  notes.push(`${name} is neither http/protobuf nor http/json; http/protobuf is used.`);
  return "http/protobuf";
}

/** The address of traces is used as it is; the one of everything gets the place of traces added. */
function readUrl(env: Environment, notes: string[]): string | undefined {
  const { name, value } = ofTraces(env, "ENDPOINT") ?? { name: "", value: DEFAULT_ENDPOINT };
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    notes.push(
      `${name} is not an address that begins with http:// or https://. No spans are sent.`,
    );
    return undefined;
  }
  if (!name.startsWith(TRACES)) url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/traces`;
  return url.href;
}

function readTime(
  given: { readonly name: string; readonly value: string | undefined } | undefined,
  fallbackMs: number,
  notes: string[],
): number {
  const value = given?.value;
  if (value === undefined) return fallbackMs;
  if (/^\d{1,9}$/.test(value) && Number(value) > 0) return Number(value);
  notes.push(`${given?.name} is not a number of milliseconds; ${fallbackMs} is used.`);
  return fallbackMs;
}

function pairs(env: Environment, name: string, notes: string[]): Readonly<Record<string, string>> {
  const read = readPairs(valueOf(env, name) ?? "");
  if (read === undefined) notes.push(`${name} is not a list of name=value; it is left out.`);
  return read ?? {};
}

/** What is said of traces alone, else of everything. */
function ofTraces(env: Environment, option: string): { name: string; value: string } | undefined {
  for (const name of [TRACES + option, ALL + option]) {
    const value = valueOf(env, name);
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

/** An empty variable is one that is not set. */
function valueOf(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}
