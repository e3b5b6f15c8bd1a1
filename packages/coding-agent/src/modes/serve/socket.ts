// A session over a WebSocket: one frame in a message, commands in, answers and events out, as over lines.
import type { ServerWebSocket, WebSocketHandler } from "bun";
import { type Room, TooManyCommands } from "./room.ts";
import { MAX_LAG_BYTES, type Seat } from "./seat.ts";

/** What a socket carries from its upgrade on. */
export interface SocketData {
  readonly room: Room;
  readonly onClose: () => void;
  /** Commands that were not answered yet. */
  open: number;
  seat?: SocketSeat;
  leave?: () => void;
}

type Socket = ServerWebSocket<SocketData>;

/** The policy codes of RFC 6455 and its registry. */
const CLOSE = { unsupported: 1003, tryLater: 1013 } as const;

/** The handlers of all sockets of a server. */
export function socketHandler(
  maxFrameBytes: number,
  onDefect: (defect: unknown) => void,
): WebSocketHandler<SocketData> {
  return {
    maxPayloadLength: maxFrameBytes,
    // Hosts are waited for; this is what a single burst may take beyond.
    backpressureLimit: 2 * MAX_LAG_BYTES + maxFrameBytes,
    closeOnBackpressureLimit: true,
    idleTimeout: 0,
    sendPings: false,
    open(socket) {
      const seat = new SocketSeat(socket);
      socket.data.seat = seat;
      seat.send('{"type":"ready"}');
      socket.data.leave = socket.data.room.join(seat);
    },
    message(socket, message) {
      if (typeof message !== "string") {
        socket.close(CLOSE.unsupported, "Frames are text.");
        return;
      }
      void answer(socket, message).catch(onDefect);
    },
    drain: ({ data }) => data.seat?.drain(),
    close({ data }) {
      data.seat?.gone();
      data.leave?.();
      data.onClose();
    },
  };
}

/** Commands of one socket that may wait for their answers to be read. */
const MAX_OPEN = 256;

async function answer(socket: Socket, message: string): Promise<void> {
  const { data } = socket;
  data.open++;
  try {
    if (data.open > MAX_OPEN) throw new TooManyCommands();
    const frame = await data.room.take(message);
    await data.seat?.drained();
    if (frame !== undefined) data.seat?.send(JSON.stringify(frame));
  } catch (error) {
    if (!(error instanceof TooManyCommands)) throw error;
    // Who does not read would not read the reason either.
    if (data.seat?.drained() === undefined) socket.close(CLOSE.tryLater, error.message);
    else socket.terminate();
  } finally {
    data.open--;
  }
}

class SocketSeat implements Seat {
  readonly isHost = true;
  readonly #socket: Socket;
  #blocked: PromiseWithResolvers<void> | undefined;
  #isGone = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  send(json: string): void {
    if (this.#isGone) return;
    // -1: taken, but the reader does not keep up.
    if (this.#socket.send(json) === -1) this.#blocked ??= Promise.withResolvers();
  }

  drained(): Promise<void> | undefined {
    return this.#blocked?.promise;
  }

  leave(reason: string): void {
    this.#socket.close(1000, reason);
  }

  drain(): void {
    this.#blocked?.resolve();
    this.#blocked = undefined;
  }

  gone(): void {
    this.#isGone = true;
    this.drain();
  }
}
