// The server of `omp serve`: listens on this machine only, lets in who has the token, and joins rooms, routes and sockets.
import type { Server } from "bun";
import { type Door, keylessRefusal, SOCKET_PROTOCOL, strangerRefusal } from "./door.ts";
import { pageFile } from "./page.ts";
import { problemResponse } from "./responses.ts";
import type { Room } from "./room.ts";
import { type OpenGuest, Rooms } from "./rooms.ts";
import { answerApi } from "./routes.ts";
import { type SocketData, socketHandler } from "./socket.ts";
import { newToken } from "./token.ts";

export interface ServeOptions {
  /** 0 for any that is free. */
  readonly port: number;
  readonly open: OpenGuest;
  /** Hears of faults in omp itself. */
  readonly onDefect: (defect: unknown) => void;
}

/** A server that runs; disposing ends its sessions. */
export interface Serving extends AsyncDisposable {
  readonly port: number;
  readonly token: string;
  /** Where the page is, with the token behind the "#". */
  readonly url: string;
}

/** Large enough for prompts with pictures. */
const MAX_BODY_BYTES = 32 << 20;
const MAX_STREAMS = 256;
/** For requests that do not come or go on. */
const IDLE_SECONDS = 30;

/** Starts to serve. Throws where the port cannot be had. */
export function startServing({ port: wanted, open, onDefect }: ServeOptions): Serving {
  const token = newToken();
  const rooms = new Rooms(open, onDefect);
  const openStream = streamCounter();
  const upgrade = (request: Request, server: Server<SocketData>, room: Room) => {
    const onClose = openStream();
    if (onClose === undefined) return problemResponse(503, "Too many connections.");
    const data: SocketData = { room, onClose, open: 0 };
    const offered = request.headers.get("sec-websocket-protocol")?.split(",") ?? [];
    const isNamed = offered.some((name) => name.trim() === SOCKET_PROTOCOL);
    const headers = isNamed ? { "Sec-WebSocket-Protocol": SOCKET_PROTOCOL } : {};
    if (server.upgrade(request, { data, headers })) return undefined;
    onClose();
    return problemResponse(426, "This is a WebSocket.", { Upgrade: "websocket" });
  };
  const server = Bun.serve<SocketData>({
    hostname: "127.0.0.1",
    port: wanted,
    maxRequestBodySize: MAX_BODY_BYTES,
    idleTimeout: IDLE_SECONDS,
    development: false,
    // Without this another process of the user could listen on the same port and be given tokens.
    reusePort: false,
    async fetch(request, self) {
      const door: Door = { port: self.port ?? 0, token };
      const url = new URL(request.url);
      const stranger = strangerRefusal(request.headers, door);
      if (stranger !== undefined) return problemResponse(stranger.status, stranger.problem);
      const page = pageFile(request, url.pathname);
      if (page !== undefined) return page;
      const keyless = keylessRefusal(request.headers, door);
      if (keyless !== undefined)
        return problemResponse(keyless.status, keyless.problem, { "WWW-Authenticate": "Bearer" });
      return answerApi(request, {
        rooms,
        url,
        unhurried: () => self.timeout(request, 0),
        upgrade: (room) => upgrade(request, self, room),
        openStream,
      });
    },
    error(defect) {
      onDefect(defect);
      return problemResponse(500, "Something went wrong inside omp.");
    },
    websocket: socketHandler(MAX_BODY_BYTES, onDefect),
  });
  const port = server.port ?? 0;
  return {
    port,
    token,
    url: `http://127.0.0.1:${port}/#${token}`,
    async [Symbol.asyncDispose]() {
      await rooms.closeAll();
      await server.stop(true);
    },
  };
}

/** Counts what is open at once. */
function streamCounter(): () => (() => void) | undefined {
  let open = 0;
  return () => {
    if (open >= MAX_STREAMS) return undefined;
    open++;
    let isOpen = true;
    return () => {
      if (isOpen) open--;
      isOpen = false;
    };
  };
}
