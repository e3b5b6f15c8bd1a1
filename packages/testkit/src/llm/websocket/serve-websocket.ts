// One WebSocket connection: takes messages apart from frames and answers them one after another.
import type { ServerState } from "../exchange.ts";
import type { Connection } from "../http/connection.ts";
import type { RequestHead } from "../http/request-parser.ts";
import { answerMessage } from "./answer-message.ts";
import { opcodes, serverFrame, takeFrame, type ClientFrame } from "./frames.ts";

/** Speaks WebSocket on a connection whose upgrade was accepted. */
export function serveWebSocket(
  state: ServerState,
  connection: Connection,
  head: RequestHead,
): void {
  const messages: Buffer[] = [];
  let fragments: Buffer[] = [];
  let isBusy = false;
  const answerAll = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let next = messages.shift(); next !== undefined; next = messages.shift()) {
      await answerMessage(state, connection, head, next);
    }
    isBusy = false;
  };
  const accept = (frame: ClientFrame): void => {
    if (frame.opcode === opcodes.pong) return;
    if (frame.opcode === opcodes.ping) {
      connection.write(serverFrame(opcodes.pong, frame.payload));
      return;
    }
    if (frame.opcode === opcodes.close) {
      connection.write(serverFrame(opcodes.close, frame.payload.subarray(0, 2)));
      void connection.close();
      return;
    }
    fragments.push(frame.payload);
    if (!frame.isFinal) return;
    messages.push(Buffer.concat(fragments));
    fragments = [];
  };
  connection.onData = () => {
    for (let it = takeFrame(connection.received); it; it = takeFrame(connection.received)) {
      accept(it);
    }
    void answerAll();
  };
  connection.onData();
}
