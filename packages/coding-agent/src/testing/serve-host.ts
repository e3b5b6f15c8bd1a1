// A host of `omp serve`: starts the shipped binary, knows its address and token, and speaks to it as a program would.
import type { RunningProcess } from "@oh-my-pi/pi-testkit/process";
import type { OmpProcess } from "./omp-process.ts";

export type Json = Readonly<Record<string, unknown>>;

/** A request with plain headers. */
export type Asked = Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> };

/** A running server. */
export interface ServeHost extends AsyncDisposable {
  readonly process: RunningProcess;
  readonly port: number;
  readonly token: string;
  /** The address of the page, with the token. */
  readonly url: string;
  /** Asks with the token, unless other headers say otherwise. */
  fetch(path: string, init?: Asked): Promise<Response>;
  /** Opens a session and gives its path. */
  open(wish?: Json): Promise<string>;
  /** Sends a command to the session at that path. */
  command(session: string, frame: Json): Promise<Json>;
  /** A WebSocket to the session at that path, connected. */
  connect(session: string): Promise<SocketHost>;
}

/** Starts the server. */
export async function startServe(
  omp: OmpProcess,
  args: readonly string[] = [],
): Promise<ServeHost> {
  const process = omp.serve(["serve", "--json", "--model", "fake/m", ...args]);
  const line = await process.waitForStdout((text) => text.includes("\n"));
  const { port, token, url } = JSON.parse(line) as { port: number; token: string; url: string };
  const base = `http://127.0.0.1:${port}`;
  const authorization = `Bearer ${token}`;
  const ask: ServeHost["fetch"] = (path, init = {}) =>
    fetch(base + path, { ...init, headers: { authorization, ...init.headers } });
  const post = (path: string, body: unknown): Promise<Response> =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    process,
    port,
    token,
    url,
    fetch: ask,
    async open(wish = {}) {
      const response = await post("/api/sessions", wish);
      const answer = (await response.json()) as { session: { id: string } };
      if (response.status !== 201) throw new Error(JSON.stringify(answer));
      return `/api/sessions/${answer.session.id}`;
    },
    command: async (session, frame) =>
      (await (await post(`${session}/command`, frame)).json()) as Json,
    connect: (session) =>
      SocketHost.open(`ws://127.0.0.1:${port}${session}/socket`, ["omp", `omp-token.${token}`]),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

/** The other end of a socket, with everything it heard. */
export class SocketHost implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly heard: Json[] = [];
  readonly closed: Promise<CloseEvent>;
  #onFrame: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    socket.addEventListener("message", ({ data }) => {
      this.heard.push(JSON.parse(String(data)) as Json);
      this.#onFrame();
    });
  }

  /** Connects; rejects when it is not let in. */
  static async open(url: string, protocols: string[]): Promise<SocketHost> {
    const socket = new WebSocket(url, protocols);
    const host = new SocketHost(socket);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("close", () => reject(new Error("not let in")));
      socket.addEventListener("error", () => reject(new Error("not let in")));
    });
    return host;
  }

  send(frame: Json): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** The first frame that fits, heard already or to come. */
  async hear(isIt: (frame: Json) => boolean): Promise<Json> {
    for (;;) {
      const found = this.heard.find(isIt);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (this.#onFrame = resolve));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

/** The frames of an event stream, until it ends. */
export async function* framesOf(response: Response): AsyncGenerator<Json> {
  // Pieces of a line that has not ended yet; frames may be long.
  let pieces: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const lines = decoder.decode(chunk, { stream: true }).split("\n");
    const rest = lines.pop() ?? "";
    for (const line of lines) {
      const whole = pieces.join("") + line;
      pieces = [];
      if (whole.startsWith("data: ")) yield JSON.parse(whole.slice(6)) as Json;
    }
    pieces.push(rest);
  }
}

/** The frames up to one that fits. */
export async function framesUntil(
  frames: AsyncGenerator<Json>,
  isIt: (frame: Json) => boolean,
): Promise<Json[]> {
  const heard: Json[] = [];
  for (;;) {
    const { done, value } = await frames.next();
    if (done) throw new Error(`ended after ${JSON.stringify(heard.at(-1))}`);
    heard.push(value);
    if (isIt(value)) return heard;
  }
}
