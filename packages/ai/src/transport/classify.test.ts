// Every failure gets one kind, whatever the vendor's way of saying it.
import { describe, expect, test } from "bun:test";
import type { ProviderErrorKind } from "../model/provider-error.ts";
import { classify, classifyStreamError } from "./classify.ts";
import { isSilentOverflow, OVERFLOW_WORDINGS } from "./context-overflow.ts";
import vectors from "./fixtures/provider-errors.json";
import { cooldownMs } from "./retry-wait.ts";

const nowMs = Date.UTC(2026, 10, 15, 12, 0, 0);
const json = (value: unknown): string => JSON.stringify(value);

function kindOf(status: number, body: string, headers: Record<string, string> = {}): string {
  return classify({ status, body, headers: new Headers(headers), nowMs }).kind;
}

/** The described system's reason words and the kinds that answer to them. */
const KINDS_BY_REASON: Record<string, ProviderErrorKind[]> = {
  RATE_LIMIT_EXCEEDED: ["rate-limit"],
  QUOTA_EXHAUSTED: ["usage-limit", "billing"],
  MODEL_CAPACITY_EXHAUSTED: ["overloaded"],
  SERVER_ERROR: ["server"],
};

const LIMITS = ["rate-limit", "usage-limit", "billing", "overloaded"];

describe("the observed messages", () => {
  test.each(vectors.classify)("$message", ({ message, reason, usageLimit, overflow }) => {
    const { kind } = classify({ body: message, nowMs });
    expect(kind === "context-overflow").toBe(overflow);
    if (usageLimit) expect(kind).toBe("usage-limit");
    const kinds = KINDS_BY_REASON[reason];
    if (kinds !== undefined) expect(kinds).toContain(kind);
    else expect(LIMITS).not.toContain(kind);
  });
});

describe("context overflow", () => {
  test.each(OVERFLOW_WORDINGS.map((wording) => [wording.vendor, wording] as const))(
    "%s",
    (_vendor, { pattern, example }) => {
      expect(example).toMatch(pattern);
      expect(kindOf(400, json({ error: { message: example } }))).toBe("context-overflow");
      expect(classifyStreamError({ error: { message: example } }).kind).toBe("context-overflow");
      expect(classify({ status: 400, body: example, nowMs }).retryable).toBe(false);
    },
  );

  test("as many wordings as were observed, each of its own", () => {
    expect(OVERFLOW_WORDINGS.length).toBeGreaterThanOrEqual(vectors.overflowPatterns);
    expect(new Set(OVERFLOW_WORDINGS.map(({ vendor }) => vendor)).size).toBe(
      OVERFLOW_WORDINGS.length,
    );
  });

  test("what only sounds like it is not", () => {
    const throttled = json({ message: "Too many tokens, please wait before trying again." });
    expect(kindOf(429, throttled)).toBe("rate-limit");
    expect(classifyStreamError(JSON.parse(throttled)).kind).toBe("rate-limit");
    const tooLargeForMinute = json({
      error: {
        message:
          "Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 40000.",
        type: "tokens",
        code: "rate_limit_exceeded",
      },
    });
    expect(kindOf(429, tooLargeForMinute)).toBe("rate-limit");
    const advice = "Limit 6000, requested 9000. Please reduce the length of the messages or wait.";
    expect(kindOf(429, json({ error: { message: advice } }))).toBe("rate-limit");
    const throttling = { __type: "ThrottlingException", message: advice };
    expect(kindOf(400, json(throttling))).toBe("rate-limit");
  });

  test("a code or a 413 is enough", () => {
    expect(kindOf(400, json({ error: { code: "context_length_exceeded", message: "no" } }))).toBe(
      "context-overflow",
    );
    expect(kindOf(413, "")).toBe("context-overflow");
  });

  test("input beyond the window counts although nobody complained", () => {
    expect(isSilentOverflow({ input: 10, cacheRead: 95, cacheWrite: 0 }, 100)).toBe(true);
    expect(isSilentOverflow({ input: 5, cacheRead: 95, cacheWrite: 0 }, 100)).toBe(false);
    expect(isSilentOverflow({ input: 5, cacheRead: 95, cacheWrite: 0 }, 0)).toBe(false);
  });
});

type Row = [title: string, status: number, body: unknown, kind: ProviderErrorKind, message: RegExp];

const BODIES: Row[] = [
  [
    "Anthropic overloaded",
    529,
    { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    "overloaded",
    /^Overloaded/,
  ],
  [
    "Anthropic low credit",
    400,
    {
      error: {
        type: "invalid_request_error",
        message: "Your credit balance is too low to access the API.",
      },
    },
    "billing",
    /credit/,
  ],
  [
    "Anthropic history",
    400,
    {
      error: {
        type: "invalid_request_error",
        message: "messages.1: `tool_use` ids were found without `tool_result`",
      },
    },
    "invalid-request",
    /tool_use/,
  ],
  [
    "Anthropic unknown model",
    404,
    { error: { type: "not_found_error", message: "model: claude-x" } },
    "model-not-found",
    /claude-x/,
  ],
  [
    "OpenAI key",
    401,
    { error: { message: "Incorrect API key provided", code: "invalid_api_key" } },
    "auth",
    /Incorrect/,
  ],
  [
    "OpenAI overloaded",
    500,
    { error: { message: "The server is overloaded", type: "server_error" } },
    "overloaded",
    /overloaded/,
  ],
  [
    "OpenAI quota",
    429,
    {
      error: {
        message: "You exceeded your current quota, please check your plan",
        code: "insufficient_quota",
      },
    },
    "billing",
    /quota/,
  ],
  [
    "OpenAI rate",
    429,
    { error: { message: "Rate limit reached for gpt-5", code: "rate_limit_exceeded" } },
    "rate-limit",
    /Rate limit/,
  ],
  [
    "Codex plan",
    429,
    {
      error: {
        type: "usage_limit_reached",
        message: "The usage limit has been reached",
        resets_in_seconds: 7200,
      },
    },
    "usage-limit",
    /retry in 7200 s/,
  ],
  [
    "Azure filter",
    400,
    { error: { code: "content_filter", message: "The response was filtered" } },
    "content-filter",
    /filtered/,
  ],
  [
    "Google daily quota",
    429,
    [
      {
        error: {
          code: 429,
          status: "RESOURCE_EXHAUSTED",
          message: "You exceeded your current quota, please check your plan and billing details.",
        },
      },
    ],
    "usage-limit",
    /quota/,
  ],
  [
    "Google minute quota",
    429,
    {
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        message: "You exceeded your current quota.",
        details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }],
      },
    },
    "rate-limit",
    /retry in 34 s/,
  ],
  [
    "Google internal",
    500,
    { error: { code: 500, status: "INTERNAL", message: "An internal error has occurred." } },
    "server",
    /internal/,
  ],
  [
    "Mistral",
    422,
    { object: "error", message: "Invalid body", type: "invalid_request_error", code: "3051" },
    "invalid-request",
    /Invalid body/,
  ],
  [
    "OpenRouter upstream",
    429,
    {
      error: {
        code: 429,
        message: "Provider returned error",
        metadata: { raw: "temporarily rate-limited upstream" },
      },
    },
    "rate-limit",
    /Provider returned error: temporarily/,
  ],
  [
    "OpenRouter credits",
    402,
    { error: { code: 402, message: "Insufficient credits" } },
    "billing",
    /credits/,
  ],
  [
    "MiniMax balance",
    200,
    { base_resp: { status_code: 1008, status_msg: "insufficient balance" } },
    "billing",
    /balance/,
  ],
  [
    "Z.ai window",
    429,
    {
      error: {
        code: "1308",
        message: "Usage limit reached for 5 hour. Your limit will reset at 2026-11-15 18:00:00",
      },
    },
    "usage-limit",
    /Usage limit/,
  ],
  [
    "DashScope filter",
    400,
    { code: "data_inspection_failed", message: "Output data may contain inappropriate content." },
    "content-filter",
    /inappropriate/,
  ],
  [
    "vLLM detail",
    400,
    { detail: [{ loc: ["body"], msg: "field required", type: "value_error.missing" }] },
    "invalid-request",
    /field required/,
  ],
  [
    "Cloudflare errors",
    400,
    { success: false, errors: [{ code: 7003, message: "Could not route" }] },
    "invalid-request",
    /Could not route/,
  ],
  ["Ollama", 404, { error: "model 'llama9' not found" }, "model-not-found", /llama9/],
  [
    "AWS denied",
    403,
    { __type: "AccessDeniedException", Message: "User is not authorized" },
    "auth",
    /not authorized/,
  ],
  [
    "AWS throttle",
    400,
    { __type: "ThrottlingException", message: "slow down" },
    "rate-limit",
    /slow down/,
  ],
];

describe("bodies of vendors", () => {
  test.each(BODIES)("%s", (_title, status, body, kind, message) => {
    const facts = classify({ status, body: json(body), nowMs });
    expect(facts.kind).toBe(kind);
    expect(facts.message).toMatch(message);
    expect(facts.status).toBe(status);
  });
});

describe("bodies that are no JSON", () => {
  test("an HTML page gives its title", () => {
    const body =
      "<!DOCTYPE html><html><head><title>502 Bad\nGateway</title></head><p>nginx</p></html>";
    expect(classify({ status: 502, body, nowMs })).toMatchObject({
      kind: "server",
      message: "502 Bad Gateway",
      retryable: true,
    });
  });

  test("nothing at all gives the status", () => {
    expect(classify({ status: 503, statusText: "Service Unavailable", body: "", nowMs })).toEqual({
      kind: "overloaded",
      message: "The provider answered HTTP 503 Service Unavailable without saying why.",
      retryable: true,
      status: 503,
    });
  });

  test("a 404 page is a wrong address, not a missing model", () => {
    expect(kindOf(404, "<html><title>Not Found</title></html>")).toBe("invalid-request");
  });

  test("long text is cut", () => {
    expect(classify({ status: 400, body: "x".repeat(10_000), nowMs }).message.length).toBeLessThan(
      600,
    );
  });
});

const STATUSES: [number, ProviderErrorKind][] = [
  [400, "invalid-request"],
  [401, "auth"],
  [402, "billing"],
  [403, "auth"],
  [408, "timeout"],
  [418, "invalid-request"],
  [429, "rate-limit"],
  [500, "server"],
  [502, "server"],
  [504, "server"],
  [520, "server"],
  [529, "overloaded"],
];

test.each(STATUSES)("a bare %d is %s", (status, kind) => {
  expect(kindOf(status, "{}")).toBe(kind);
});

type WaitRow = [headers: Record<string, string>, waitMs: number | undefined];
const WAITS: WaitRow[] = [
  [{ "retry-after": "5" }, 5000],
  [{ "retry-after": "1.5" }, 1500],
  [{ "retry-after": "0" }, undefined],
  [{ "retry-after": new Date(nowMs + 90_000).toUTCString() }, 90_000],
  [{ "retry-after": new Date(nowMs - 90_000).toUTCString() }, undefined],
  [{ "retry-after-ms": "1500" }, 1500],
  [{ "retry-after-ms": "1500", "retry-after": "2" }, 1500],
  [{ "x-ratelimit-reset-after": "3" }, 3000],
  [{ "x-ratelimit-reset-ms": "2000" }, 2000],
  [{ "x-ratelimit-reset-ms": String(nowMs + 4000) }, 4000],
  [{ "x-ratelimit-reset": "12" }, 12_000],
  [{ "x-ratelimit-reset": String(nowMs / 1000 + 30) }, 30_000],
  [{ "x-ratelimit-reset-requests": "6m0s" }, 360_000],
  [{ "x-ratelimit-reset-tokens": "120ms" }, 120],
  [{ "anthropic-ratelimit-unified-reset": String(nowMs / 1000 + 3600) }, 3_600_000],
  [{ "anthropic-ratelimit-requests-reset": new Date(nowMs + 7000).toISOString() }, 7000],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
];

test.each(WAITS)("wait from headers %j", (headers, waitMs) => {
  const facts = classify({ status: 429, body: "", headers: new Headers(headers), nowMs });
  expect(facts.retryAfterMs).toBe(waitMs);
});

/** RETRY-02 asks for both headers that the described system was seen to ignore. */
const READ_BY_US: Record<string, number> = {
  "retry-after-ms": 1500,
  "x-ratelimit-reset-after": 3000,
};

test.each(vectors.retryAfter)("observed wait $headers", ({ headers, result }) => {
  const [name] = Object.keys(headers);
  const facts = classify({ status: 429, body: "", headers: new Headers(headers), nowMs });
  expect(facts.retryAfterMs).toBe(result ?? READ_BY_US[name ?? ""]);
});

test.each([
  ["Please try again in 7.66s.", 7660],
  ["Rate limit reached. Please try again in 20ms.", 20],
  ["quota will reset after 18h31m10s", 66_670_000],
  ["Please retry in 2 minutes", 120_000],
])("wait from the message %p", (message, waitMs) => {
  expect(classify({ status: 429, body: message, nowMs }).retryAfterMs).toBe(waitMs);
});

test("window headers do not delay a failure that is no limit", () => {
  const headers = new Headers({ "x-ratelimit-reset-requests": "6m0s" });
  expect(classify({ status: 500, body: "", headers, nowMs }).retryAfterMs).toBeUndefined();
  headers.set("retry-after", "3");
  expect(classify({ status: 500, body: "", headers, nowMs }).retryAfterMs).toBe(3000);
});

test("an error inside a stream carries its own status", () => {
  const error = { error: { code: 400, message: "Token limit reached" }, choices: [] };
  expect(classifyStreamError(error)).toMatchObject({ kind: "invalid-request", status: 400 });
});

test("cooldowns: half an hour, 30 s, 45 to 75 s, 20 s, none", () => {
  expect(cooldownMs("usage-limit", () => 0.5)).toBe(1_800_000);
  expect(cooldownMs("rate-limit", () => 0.5)).toBe(30_000);
  expect(cooldownMs("overloaded", () => 0)).toBe(45_000);
  expect(cooldownMs("overloaded", () => 0.999)).toBeGreaterThan(74_000);
  expect(cooldownMs("server", () => 0.5)).toBe(20_000);
  expect(cooldownMs("auth", () => 0.5)).toBeUndefined();
});
