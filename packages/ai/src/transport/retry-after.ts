// How long a provider asks to wait, from whichever of headers, body or message says it. Pure.

/** Headers of a response, by any case of name. */
export interface HeaderSource {
  get(name: string): string | null;
}

/** A header and how its value is read. */
type HeaderRule = readonly [
  name: string,
  read: (value: string, nowMs: number) => number | undefined,
];

const SECOND = 1000;
const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND,
  m: 60 * SECOND,
  h: 3600 * SECOND,
  d: 86_400 * SECOND,
};

/** In order of trust: what is said about this failure before what is said about the window. */
const HEADER_RULES: readonly HeaderRule[] = [
  ["retry-after-ms", (value) => positive(Number(value))],
  ["retry-after", (value, nowMs) => seconds(value) ?? date(value, nowMs)],
  ["x-ratelimit-reset-after", (value) => seconds(value) ?? duration(value)],
  ["x-ratelimit-reset-ms", (value, nowMs) => instantOrSpan(Number(value), 1, nowMs)],
  ["x-ratelimit-reset", resetTime],
  ["x-ratelimit-reset-requests", resetTime],
  ["x-ratelimit-reset-tokens", resetTime],
  ["anthropic-ratelimit-unified-reset", resetTime],
  ["anthropic-ratelimit-requests-reset", resetTime],
  ["anthropic-ratelimit-tokens-reset", resetTime],
];

/** Milliseconds to wait, or undefined when nothing (or zero) is asked, or only a date without a clock. */
export function readRetryAfter(
  headers: HeaderSource | undefined,
  json: unknown,
  message: string,
  nowMs = Number.NaN,
): number | undefined {
  return fromHeaders(headers, nowMs) ?? fromBody(json, nowMs) ?? fromMessage(message);
}

function fromHeaders(headers: HeaderSource | undefined, nowMs: number): number | undefined {
  for (const [name, read] of HEADER_RULES) {
    const value = headers?.get(name)?.trim();
    const waitMs = value ? read(value, nowMs) : undefined;
    if (waitMs !== undefined) return waitMs;
  }
  return undefined;
}

const BODY_RULES: Readonly<Record<string, (value: unknown, nowMs: number) => number | undefined>> =
  {
    retryDelay: (value) => (typeof value === "string" ? duration(value) : undefined),
    retry_after: (value) => positive(Number(value) * SECOND),
    retry_after_seconds: (value) => positive(Number(value) * SECOND),
    resets_in_seconds: (value) => positive(Number(value) * SECOND),
    resets_at: (value, nowMs) => instantOrSpan(Number(value), SECOND, nowMs),
  };

function fromBody(value: unknown, nowMs: number, depth = 0): number | undefined {
  if (typeof value !== "object" || value === null || depth > 5) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const waitMs = BODY_RULES[key]?.(inner, nowMs) ?? fromBody(inner, nowMs, depth + 1);
    if (waitMs !== undefined) return waitMs;
  }
  return undefined;
}

const MESSAGE_RULE =
  /(?:try again|retry|reset(?:s)?|available) (?:in|after)\s+((?:\d+(?:\.\d+)?\s*(?:ms|s|m|h|d)[a-z]*[\s,]*)+)/i;

function fromMessage(message: string): number | undefined {
  const span = MESSAGE_RULE.exec(message)?.[1];
  return span === undefined ? undefined : duration(span);
}

/** `1s`, `6m0s`, `18h31m10s`, `7.66s`, `120ms`, `2 minutes`. */
function duration(text: string): number | undefined {
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhd])/gi)) {
    total += Number(count) * (UNITS_MS[(unit as string).toLowerCase()] as number);
  }
  return positive(total);
}

function resetTime(value: string, nowMs: number): number | undefined {
  const number = Number(value);
  if (!Number.isNaN(number)) return instantOrSpan(number, SECOND, nowMs);
  return /^[\d.]+(?:ms|[smhd])/i.test(value) ? duration(value) : date(value, nowMs);
}

/** Large numbers are instants since the epoch (in seconds or milliseconds), small ones spans. */
function instantOrSpan(value: number, unitMs: number, nowMs: number): number | undefined {
  if (value > 1e12) return positive(value - nowMs);
  if (value > 1e9 && unitMs === SECOND) return positive(value * SECOND - nowMs);
  return positive(value * unitMs);
}

function seconds(value: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(value) ? positive(Number(value) * SECOND) : undefined;
}

function date(value: string, nowMs: number): number | undefined {
  return positive(Date.parse(value) - nowMs);
}

function positive(waitMs: number): number | undefined {
  return Number.isFinite(waitMs) && waitMs > 0 ? Math.ceil(waitMs) : undefined;
}
