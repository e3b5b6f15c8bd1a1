// What it means when no answer came at all: errors that `fetch` or the reading of a body throw.
import { ProviderError, type ProviderErrorFacts } from "../model/provider-error.ts";

interface Cause {
  readonly says: string;
  readonly isLasting?: boolean;
}

/** Socket and TLS codes; what is lasting will not go away by trying again. */
const CAUSES: readonly (readonly [RegExp, Cause])[] = [
  [/ECONNREFUSED|ConnectionRefused/, { says: "the server refuses connections" }],
  [/ECONNRESET|EPIPE|ConnectionClosed|socket.*closed/i, { says: "the connection was reset" }],
  [/ENOTFOUND|EAI_AGAIN|DNS/i, { says: "the host name could not be resolved" }],
  [/ETIMEDOUT|Timeout/i, { says: "the connection timed out" }],
  [/ENETUNREACH|EHOSTUNREACH/, { says: "the network is unreachable" }],
  [
    /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_(?:GET|VERIFY)/,
    { says: "the server's certificate is not accepted", isLasting: true },
  ],
  [
    /ERR_INVALID_URL|URL is invalid|UnsupportedProtocol/i,
    { says: "the URL is not valid", isLasting: true },
  ],
  [/Zlib|Brotli|decompress|ERR_CONTENT_DECODING/i, { says: "the compressed answer is damaged" }],
];

/** The facts of an error that came instead of a response, or in the middle of one. */
export function networkFailure(error: unknown, url: string): ProviderErrorFacts {
  if (error instanceof ProviderError) return error.facts;
  const { code, message } = describe(error);
  const cause = CAUSES.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  const words = cause?.says ?? (message || "unknown cause");
  return {
    kind: cause?.isLasting === true && /URL/.test(words) ? "invalid-request" : "network",
    message: `No connection to ${hostOf(url)}: ${words}.`,
    retryable: cause?.isLasting !== true,
    ...(code !== "" && { code }),
  };
}

function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: "", message: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { code, message: error.message };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
