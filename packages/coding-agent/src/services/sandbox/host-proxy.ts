// An HTTP proxy on a socket file that lets through only connections to granted hosts. It neither logs nor reads what
// passes.
import { lookup } from "node:dns/promises";
import { connect, createServer, isIP, type Server, type Socket } from "node:net";
import { isGranted, isOwnAddress, type HostGrant } from "./granted-hosts.ts";

const MAX_HEAD_BYTES = 64 * 1024;

interface Target {
  readonly host: string;
  readonly port: number;
  /** What the server is sent first; nothing for a tunnel. */
  readonly head?: string;
}

/** Proxies of one sandbox. Refused hosts are collected, so that a person can be told. */
export class HostProxy implements AsyncDisposable {
  readonly refused = new Set<string>();
  readonly #grants: () => readonly HostGrant[];
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(grants: () => readonly HostGrant[]) {
    this.#grants = grants;
    this.#server = createServer((client) => this.#serve(client));
  }

  static async listen(file: string, grants: () => readonly HostGrant[]): Promise<HostProxy> {
    const proxy = new HostProxy(grants);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    proxy.#server.once("error", reject).listen(file, resolve);
    await promise;
    proxy.#server.unref();
    return proxy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    await promise;
  }

  #serve(client: Socket): void {
    this.#track(client);
    let head = Buffer.alloc(0);
    const onData = (bytes: Buffer): void => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0 && head.length <= MAX_HEAD_BYTES) return;
      client.off("data", onData);
      client.pause();
      const target = end < 0 ? undefined : readTarget(head.subarray(0, end).toString("latin1"));
      if (target === undefined)
        answer(client, "400 Bad Request", "This is no request for a proxy.");
      else void this.#connect(client, target, head.subarray(end + 4));
    };
    client.on("data", onData);
  }

  async #connect(client: Socket, target: Target, rest: Buffer): Promise<void> {
    const { host, port } = target;
    const address = await this.#admit(host, port);
    if (address === undefined) {
      this.refused.add(host);
      answer(client, "403 Forbidden", `The sandbox does not let commands reach ${host}:${port}.`);
      return;
    }
    const server = connect({ host: address, port });
    this.#track(server);
    server.once("error", () =>
      answer(client, "502 Bad Gateway", `${host}:${port} does not answer.`),
    );
    server.once("connect", () => {
      if (target.head === undefined) client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      else server.write(target.head, "latin1");
      if (rest.length > 0) server.write(rest);
      client.pipe(server).pipe(client);
      client.resume();
    });
  }

  /** The address to connect to, or undefined. A granted name that leads back into this machine's networks is not. */
  async #admit(host: string, port: number): Promise<string | undefined> {
    if (!isGranted(this.#grants(), host, port)) return undefined;
    const bare = host.replace(/^\[|\]$/g, "");
    if (isIP(bare) !== 0 || bare === "localhost") return bare;
    try {
      const found = await lookup(bare, { all: true });
      return found.every(({ address }) => !isOwnAddress(address)) ? found[0]?.address : undefined;
    } catch {
      return undefined; // No such name.
    }
  }

  #track(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#open.delete(socket));
  }
}

function readTarget(head: string): Target | undefined {
  const [line = "", ...fields] = head.split("\r\n");
  const [, method = "", where = "", version] = /^([A-Z]+) (\S+) (HTTP\/1\.[01])$/.exec(line) ?? [];
  if (version === undefined) return undefined;
  if (method === "CONNECT") {
    const [, host, port] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(where) ?? [];
    return host === undefined ? undefined : { host, port: Number(port) };
  }
  const url = URL.parse(where);
  if (url?.protocol !== "http:") return undefined;
  // One request for each connection: a second one might mean another host.
  const kept = fields.filter((field) => !/^(proxy-|connection:)/i.test(field));
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`, ...kept, "Connection: close"];
  return {
    host: url.hostname,
    port: Number(url.port || 80),
    head: `${lines.join("\r\n")}\r\n\r\n`,
  };
}

function answer(client: Socket, status: string, text: string): void {
  const body = `${text}\n`;
  client.resume();
  client.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
