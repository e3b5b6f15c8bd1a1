// Finds message, code and status in what a server sends with a failure: the JSON shapes of the known
// vendors, an HTML page, plain text or nothing. Says nothing about what they mean.

/** What a failure says about itself. */
export interface ErrorReport {
  readonly message: string;
  /** The vendor's code, type or status words, most specific first. */
  readonly codes: readonly string[];
  /** An HTTP status that is written in the body, for failures inside a 200 response. */
  readonly status?: number;
  /** The parsed body, for hints that only some vendors give. */
  readonly json?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT = 500;
/** Where vendors put the object that describes the failure, in order of trust. */
const NESTED = ["error", "base_resp", "errors", "response", "detail"] as const;
const MESSAGE_KEYS = [
  "message",
  "Message",
  "msg",
  "error_msg",
  "status_msg",
  "errorMessage",
  "error_description",
  "detail",
  "title",
] as const;
const CODE_KEYS = ["code", "type", "status", "__type", "error_code", "status_code"] as const;

/** Reads a response body of any kind. */
export function readErrorBody(body: string): ErrorReport {
  const text = body.trim();
  if (text === "") return { message: "", codes: [] };
  const json = parseOrUndefined(text);
  if (json !== undefined) return readErrorValue(json);
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1];
  if (title !== undefined) return { message: shorten(title), codes: [] };
  if (/^\s*<(?:!doctype|html)/i.test(text)) return { message: "", codes: [] };
  return { message: shorten(text), codes: [] };
}

/** Reads a failure that was already parsed, such as an error event inside a stream. */
export function readErrorValue(json: unknown): ErrorReport {
  const codes: string[] = [];
  const found = { message: "", status: undefined as number | undefined };
  let value: unknown = Array.isArray(json) ? json[0] : json;
  for (let depth = 0; depth < 4; depth++) {
    if (typeof value === "string") {
      found.message ||= value;
      break;
    }
    if (!isFields(value)) break;
    collect(value, codes, found);
    value = nested(value);
  }
  const { message, status } = found;
  return { message: shorten(message), codes, ...(status && { status }), json };
}

function collect(
  fields: Fields,
  codes: string[],
  found: { message: string; status: number | undefined },
): void {
  const message = MESSAGE_KEYS.map((key) => fields[key]).find(isText);
  // The innermost object knows best what went wrong.
  if (message !== undefined) found.message = withUpstream(message, fields["metadata"]);
  const own: string[] = [];
  for (const key of CODE_KEYS) {
    const code = fields[key];
    if (typeof code === "number" && code >= 400 && code < 600) found.status = code;
    if (isText(code) || typeof code === "number") own.push(String(code));
  }
  codes.unshift(...own);
}

/** Gateways wrap the true cause: `Provider returned error` with the upstream's words in metadata. */
function withUpstream(message: string, metadata: unknown): string {
  const raw = isFields(metadata) ? metadata["raw"] : undefined;
  return isText(raw) && !message.includes(raw) ? `${message}: ${raw}` : message;
}

function nested(fields: Fields): unknown {
  for (const key of NESTED) {
    const value = fields[key];
    if (Array.isArray(value) && value.length > 0) return value[0];
    if (isFields(value) || (isText(value) && key === "error")) return value;
  }
  return undefined;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is one of the kinds this file exists for.
    return undefined;
  }
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= MAX_TEXT ? line : `${line.slice(0, MAX_TEXT)}…`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
