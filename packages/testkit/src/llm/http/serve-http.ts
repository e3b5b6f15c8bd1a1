// HTTP/1.1 on one connection: requests one after another, each answered before the next is read, until
// one of them turns it into a WebSocket connection.
import { beginExchange, complain, type ServerState } from "../exchange.ts";
import { protocolOf } from "../protocols/table.ts";
import type { ReceivedRequest } from "../recorded-request.ts";
import { acceptUpgrade, isUpgrade } from "../websocket/handshake.ts";
import { serveWebSocket } from "../websocket/serve-websocket.ts";
import type { Connection } from "./connection.ts";
import { prepareResponse } from "./http-response.ts";
import { createHttpSink } from "./http-sink.ts";
import { createRequestParser, headerOf } from "./request-parser.ts";

/** Answers requests on `connection` until it ends. */
export function serveHttp(state: ServerState, connection: Connection): void {
  const parser = createRequestParser(connection.received, (head) => {
    if (/100-continue/i.test(headerOf(head, "expect"))) {
      connection.write(Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"));
    }
  });
  let isBusy = false;
  const pump = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let next = parser.next(); next !== undefined; next = parser.next()) {
      if (isUpgrade(next) && canUpgrade(state, next)) {
        connection.write(acceptUpgrade(next));
        serveWebSocket(state, connection, next);
        return;
      }
      await answer(state, connection, next);
      if (/close/i.test(headerOf(next, "connection"))) await connection.close();
    }
    isBusy = false;
  };
  connection.onData = () => void pump();
}

/** A route on the path refuses the upgrade by answering it as plain HTTP. */
function canUpgrade(state: ServerState, { method, target }: ReceivedRequest): boolean {
  const path = target.split("?", 1)[0] ?? "";
  return protocolOf(path)?.encoder.hasWebSocket === true && !state.routes.has(method, path);
}

async function answer(
  state: ServerState,
  connection: Connection,
  received: ReceivedRequest,
): Promise<void> {
  const { request, reply, encoder, settle } = await beginExchange(state, received, "http");
  try {
    const response = prepareResponse(reply, request, encoder);
    settle(await response.send(createHttpSink(connection, response.meta)));
  } catch (error) {
    complain(state, request, `its reply could not be sent: ${String(error)}`);
    connection.reset();
    settle("cut");
  }
}
