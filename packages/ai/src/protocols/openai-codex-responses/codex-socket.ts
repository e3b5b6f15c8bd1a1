// How Responses requests go over a WebSocket: each is a `response.create` message, and the events of its
// response are text frames.
import type { SocketDialect, SocketRefusal } from "../../transport/socket-dialect.ts";
import { SocketTransport, type SocketTransportOptions } from "../../transport/socket-transport.ts";
import { type Fields, countOf, fieldsOf, isFields, textOf } from "../../wire/json-access.ts";

const LAST = /"(?:response\.(?:completed|incomplete|failed|cancelled)|error)"/;
const REUSABLE: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete"]);
const FINAL: ReadonlySet<unknown> = new Set([
  ...REUSABLE,
  "response.failed",
  "response.cancelled",
  "error",
]);

const dialect: SocketDialect = {
  headers: { "openai-beta": "responses_websockets=2026-02-06" },
  wrap(body) {
    // Every response is streamed here; to say so is an error.
    const { stream: _stream, ...fields } = fieldsOf(JSON.parse(body));
    return JSON.stringify({ type: "response.create", ...fields });
  },
  refusal: (frame) => (LAST.test(frame) ? readRefusal(parse(frame)) : undefined),
  end(frame) {
    // Few frames hold one of the words, so few are parsed twice.
    const type = LAST.test(frame) ? parse(frame)["type"] : undefined;
    return FINAL.has(type) ? { isReusable: REUSABLE.has(type) } : undefined;
  },
};

/** The transport for one conversation; hand its `fetch` and `timeouts` to `streamChat`, and close it. */
export function createCodexSocket(options: SocketTransportOptions = {}): SocketTransport {
  return new SocketTransport(dialect, options);
}

/** An error with a status is the HTTP answer that could not be given. */
function readRefusal(frame: Fields): SocketRefusal | undefined {
  const status = countOf(frame["status"]) ?? countOf(frame["status_code"]) ?? 0;
  if (frame["type"] !== "error" || status < 400 || status > 599) return undefined;
  const headers = Object.entries(fieldsOf(frame["headers"])).flatMap(([name, value]) => {
    const text = textOf(value) ?? countOf(value)?.toString();
    return text === undefined ? [] : [[name, text] as const];
  });
  const body = JSON.stringify({ error: frame["error"] ?? frame });
  const type = { "content-type": "application/json" };
  return { status, headers: { ...Object.fromEntries(headers), ...type }, body };
}

function parse(frame: string): Fields {
  try {
    const value: unknown = JSON.parse(frame);
    return isFields(value) ? value : {};
  } catch {
    // The protocol reads every frame and says what is wrong with this one.
    return {};
  }
}
