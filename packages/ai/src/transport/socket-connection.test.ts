// A connection gives every frame once, in order, at the reader's pace, and says why it ended.
import { expect, test } from "bun:test";
import type { ServerWebSocket } from "bun";
import { SocketConnection, SocketFailure } from "./socket-connection.ts";

type Peer = ServerWebSocket;

/** A server whose answer to each message is up to the test. */
function listen(answer: (peer: Peer, message: string) => void, onPong: () => void = () => {}) {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) =>
      server.upgrade(request, { data: undefined })
        ? undefined
        : new Response("no", { status: 400 }),
    websocket: {
      data: undefined,
      message: (peer: Peer, message) => answer(peer, String(message)),
      pong: onPong,
      backpressureLimit: 64 * 1024 * 1024,
    },
  });
}

const open = (port: number | undefined, signal?: AbortSignal) =>
  SocketConnection.open({ url: `ws://127.0.0.1:${port}/`, headers: {} }, signal);

test("a reader who is late still gets every frame, and the sender waits meanwhile", async () => {
  const frames = 2000;
  const padding = "x".repeat(20_000);
  const sent = Promise.withResolvers<Peer>();
  const server = listen((peer) => {
    for (let number = 0; number < frames; number++) peer.send(`${number} ${padding}`);
    sent.resolve(peer);
  });
  try {
    const connection = await open(server.port);
    connection.send("go");
    const peer = await sent.promise;
    // Nobody reads: what the sender still holds stops shrinking.
    let left = -1;
    for (let before = -2; left !== before;) {
      before = left;
      for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
      left = peer.getBufferedAmount();
    }
    expect(left).toBeGreaterThan((frames * padding.length) / 4);
    for (let number = 0; number < frames; number++) {
      expect((await connection.next()).slice(0, 6)).toStartWith(`${number} `);
    }
    connection.close();
  } finally {
    await server.stop(true);
  }
});

test("what was left unread does not answer the next message", async () => {
  const seen = Promise.withResolvers<void>();
  const server = listen(
    (peer, message) => {
      peer.send(`first of ${message}`);
      peer.send(`rest of ${message}`);
      peer.ping();
    },
    () => seen.resolve(),
  );
  try {
    const connection = await open(server.port);
    connection.send("one");
    expect(await connection.next()).toBe("first of one");
    // The pong follows the rest through the same connection.
    await seen.promise;
    connection.send("two");
    expect(await connection.next()).toBe("first of two");
    connection.close();
  } finally {
    await server.stop(true);
  }
});

test("frames that came before the end are read before it", async () => {
  const server = listen((peer) => {
    peer.send("last");
    peer.close(1001);
  });
  try {
    const connection = await open(server.port);
    connection.send("go");
    expect(await connection.next()).toBe("last");
    const failure = await connection.next().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SocketFailure);
    expect(failure).toMatchObject({ message: expect.stringContaining("1001") });
    expect((failure as SocketFailure).refusedStatus).toBeUndefined();
    expect(connection.isOpen).toBe(false);
  } finally {
    await server.stop(true);
  }
});

test("a refusal tells its status, an abort ends the wait", async () => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) =>
      url.endsWith("/slow") ? new Promise<Response>(() => {}) : new Response("no", { status: 403 }),
  });
  try {
    const refused = await open(server.port).catch((error: unknown) => error);
    expect(refused).toMatchObject({ refusedStatus: 403 });
    const controller = new AbortController();
    const url = `ws://127.0.0.1:${server.port}/slow`;
    const waiting = SocketConnection.open({ url, headers: {} }, controller.signal);
    controller.abort();
    expect(await waiting.catch((error: unknown) => error)).toBeInstanceOf(SocketFailure);
  } finally {
    await server.stop(true);
  }
});
