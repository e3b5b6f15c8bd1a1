// The Responses protocol over WebSocket: each `response.create` message is a request, and the events
// of its reply are text messages. An HTTP error becomes the error event that the vendor sends instead.
import type { Sink } from "../delivery/deliver.ts";
import { beginExchange, complain, type Exchange, type ServerState } from "../exchange.ts";
import type { Connection } from "../http/connection.ts";
import type { RequestHead } from "../http/request-parser.ts";
import { parseJsonFields } from "../json.ts";
import type { Outcome } from "../recorded-request.ts";
import { encodeParts, sendItems } from "../reply-stream.ts";
import { closeFrame, opcodes, serverFrame } from "./frames.ts";

/** Answers one message; the connection stays open for the next. */
export async function answerMessage(
  state: ServerState,
  connection: Connection,
  head: RequestHead,
  message: Buffer,
): Promise<void> {
  const exchange = await beginExchange(state, { ...head, bytes: message }, "websocket");
  try {
    exchange.settle(await send(exchange, createWebSocketSink(connection)));
  } catch (error) {
    complain(state, exchange.request, `its reply could not be sent: ${String(error)}`);
    connection.reset();
    exchange.settle("cut");
  }
}

function send({ reply, request, encoder }: Exchange, sink: Sink): Promise<Outcome> {
  const { body, delivery } = reply;
  if (body.kind === "parts" && encoder !== undefined) {
    const items = encodeParts(body.parts, request, encoder, ({ data }) => textFrame(data));
    return sendItems(items, body.parts, delivery, sink);
  }
  const status = delivery.status ?? 200;
  if (body.kind === "bytes" && status < 400) {
    return sendItems([textFrame(body.bytes), ...body.controls], body.controls, delivery, sink);
  }
  const details =
    body.kind === "bytes" ? errorIn(body.bytes) : encoder?.errorBody({ status, ...body });
  const event = { type: "error", status, ...details, headers: delivery.headers ?? {} };
  return sendItems([textFrame(JSON.stringify(event))], [], delivery, sink);
}

function createWebSocketSink(connection: Connection): Sink {
  const close = async (code: number): Promise<void> => {
    connection.write(closeFrame(code));
    await connection.close();
  };
  return {
    gone: connection.closed,
    get isGone() {
      return connection.isClosed;
    },
    sendHead: () => {},
    write(piece) {
      connection.write(piece);
      return true;
    },
    flush: () => connection.drained(),
    async end({ isComplete }) {
      await connection.drained();
      if (!isComplete) await close(1000);
    },
    close: () => connection.close(),
    reset: () => connection.reset(),
  };
}

function textFrame(data: string | Uint8Array): Uint8Array {
  return serverFrame(opcodes.text, typeof data === "string" ? Buffer.from(data) : data);
}

/** The `error` field of a JSON document, or the whole text as its message. */
function errorIn(bytes: Uint8Array): object {
  const text = new TextDecoder().decode(bytes);
  return { error: parseJsonFields(text).error ?? { message: text } };
}
