// Decides, once and for all callers, what a failed model request means: one closed kind, whether it
// may be tried again and after how long. Everything above reads the facts, never the message.
import type { ProviderErrorFacts, ProviderErrorKind } from "../model/provider-error.ts";
import { OVERFLOW_CODES, saysContextOverflow } from "./context-overflow.ts";
import { type ErrorReport, readErrorBody, readErrorValue } from "./error-body.ts";
import { KIND_BY_CODE, KIND_BY_STATUS, normalizeCode, RETRYABLE, WORDINGS } from "./error-rules.ts";
import { type HeaderSource, readRetryAfter } from "./retry-after.ts";

/** What came back instead of a stream. */
export interface FailedResponse {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: HeaderSource;
  readonly body: string;
  /** Without it, hints that name a point in time are not understood. */
  readonly nowMs?: number;
}

/** A quota that refills within this time is a rate, not a limit of use. */
const RATE_WINDOW_MS = 5 * 60_000;
/** Codes that vendors put on nearly everything: wording and status are asked first. */
const VAGUE_CODES = new Set(["resourceexhausted", "notfounderror", "notfound"]);

/** Facts of a response that is no stream. */
export function classify(failed: FailedResponse): ProviderErrorFacts {
  return decide(readErrorBody(failed.body), failed);
}

/** Facts of an error object inside a stream. */
export function classifyStreamError(error: unknown): ProviderErrorFacts {
  return decide(readErrorValue(error), { body: "" });
}

function decide(report: ErrorReport, failed: FailedResponse): ProviderErrorFacts {
  const spoken = report.message;
  const status = failed.status ?? report.status ?? leadingStatus(spoken);
  const waitMs = readRetryAfter(failed.headers, report.json, spoken, failed.nowMs);
  const kind = kindOf(report, status, waitMs);
  const retryAfterMs = asksToWait(kind, failed.headers) ? waitMs : undefined;
  const message = spoken || describeStatus(status, failed.statusText);
  const code = report.codes.find((candidate) => Number.isNaN(Number(candidate))) ?? report.codes[0];
  return {
    kind,
    message: retryAfterMs === undefined ? message : `${message} (retry in ${wait(retryAfterMs)})`,
    retryable: RETRYABLE.has(kind),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
  };
}

function kindOf(
  report: ErrorReport,
  status: number | undefined,
  waitMs: number | undefined,
): ProviderErrorKind {
  const { message, codes } = report;
  if (codes.some((code) => OVERFLOW_CODES.has(code))) return "context-overflow";
  const byCode = clearKind(codes);
  if (byCode !== undefined && byCode !== "rate-limit") return byCode;
  if (status !== 429 && byCode === undefined && saysContextOverflow(message)) {
    return "context-overflow";
  }
  const byWording = WORDINGS.find(([, pattern]) => pattern.test(message))?.[0];
  if (byWording === "usage-limit" && refillsSoon(message, waitMs)) return "rate-limit";
  // A 429 is a limit of some kind: other wordings in it describe the cure, not the cause.
  const isLimit = status === 429 || byCode === "rate-limit";
  if (isLimit) return isLimitKind(byWording) ? byWording : "rate-limit";
  return byWording ?? kindOfStatus(status, report) ?? vagueKind(codes) ?? "server";
}

function clearKind(codes: readonly string[]): ProviderErrorKind | undefined {
  for (const code of codes) {
    const normal = normalizeCode(code);
    const kind = VAGUE_CODES.has(normal) ? undefined : KIND_BY_CODE.get(normal);
    if (kind !== undefined && kind !== "server") return kind;
  }
  return undefined;
}

function vagueKind(codes: readonly string[]): ProviderErrorKind | undefined {
  const normal = codes.map(normalizeCode);
  if (normal.includes("resourceexhausted")) return "rate-limit";
  return normal.map((code) => KIND_BY_CODE.get(code)).find((kind) => kind !== undefined);
}

function kindOfStatus(
  status: number | undefined,
  report: ErrorReport,
): ProviderErrorKind | undefined {
  if (status === undefined || status < 300) return undefined;
  // Without a JSON answer a 404 comes from something that is no model server: a wrong base URL.
  if (status === 404 && report.json === undefined) return "invalid-request";
  const kind = KIND_BY_STATUS[status];
  if (kind !== undefined) return kind;
  return status >= 500 ? "server" : "invalid-request";
}

function refillsSoon(message: string, waitMs: number | undefined): boolean {
  return waitMs !== undefined && waitMs <= RATE_WINDOW_MS && /quota/i.test(message);
}

function isLimitKind(kind: ProviderErrorKind | undefined): kind is ProviderErrorKind {
  return kind === "billing" || kind === "usage-limit" || kind === "overloaded";
}

/** Window headers come with every answer; they speak of this failure only when it is a limit. */
function asksToWait(kind: ProviderErrorKind, headers: HeaderSource | undefined): boolean {
  if (kind === "rate-limit" || kind === "usage-limit" || kind === "overloaded") return true;
  const isAsked = Boolean(headers?.get("retry-after") ?? headers?.get("retry-after-ms"));
  return RETRYABLE.has(kind) && isAsked;
}

function leadingStatus(message: string): number | undefined {
  const status = /^(?:http )?([45]\d\d)\b/i.exec(message)?.[1];
  return status === undefined ? undefined : Number(status);
}

function describeStatus(status: number | undefined, statusText = ""): string {
  if (status === undefined) return "The provider reported an error without saying which.";
  return `The provider answered HTTP ${status}${statusText && ` ${statusText}`} without saying why.`;
}

function wait(waitMs: number): string {
  return waitMs < 1000 ? `${waitMs} ms` : `${Math.ceil(waitMs / 1000)} s`;
}
