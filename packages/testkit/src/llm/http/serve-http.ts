// HTTP/1.1 on one connection: requests one after another, each answered before the next is read.
import { beginExchange, complain, type ServerState } from "../exchange.ts";
import type { ReceivedRequest } from "../recorded-request.ts";
import { prepareResponse } from "../respond.ts";
import type { Connection } from "./connection.ts";
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
      await answer(state, connection, next);
      if (/close/i.test(headerOf(next, "connection"))) await connection.close();
    }
    isBusy = false;
  };
  connection.onData = () => void pump();
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
