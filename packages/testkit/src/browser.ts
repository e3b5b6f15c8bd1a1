// A real browser for tests: headless Chromium, spoken to by its own debugging protocol. Opens pages and looks at them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./eventually.ts";

/** A tab. */
export interface BrowserPage {
  /** What the page said on its console as an error, including what its policy blocked. */
  readonly errors: readonly string[];
  /** Addresses that it asked for. */
  readonly requested: readonly string[];
  /** The value of an expression in the page, as plain data. */
  evaluate(expression: string): Promise<unknown>;
  /** Resolves with the expression's value once that is truthy. */
  waitFor(expression: string): Promise<unknown>;
}

/** A running browser; disposing ends it and removes its profile. */
export interface Browser extends AsyncDisposable {
  open(url: string): Promise<BrowserPage>;
}

type Fields = Readonly<Record<string, unknown>>;
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--no-first-run",
  "--remote-debugging-port=0",
];

/** Starts the Chromium that is on PATH. */
export async function startBrowser(): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "omp-browser-"));
  const child = Bun.spawn(["chromium", ...FLAGS, `--user-data-dir=${profile}`, "about:blank"], {
    env: { PATH: process.env.PATH ?? "", HOME: profile },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const connection = await Connection.open(await addressIn(child.stderr));
  return {
    open: (url) => openPage(connection, url),
    async [Symbol.asyncDispose]() {
      connection.close();
      child.kill("SIGKILL");
      await child.exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressIn(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let heard = "";
  const decoder = new TextDecoder();
  for await (const chunk of stderr) {
    heard += decoder.decode(chunk, { stream: true });
    const found = /DevTools listening on (ws:\S+)/.exec(heard)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`Chromium did not start: ${heard}`);
}

async function openPage(connection: Connection, url: string): Promise<BrowserPage> {
  const { targetId } = await connection.call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.call("Target.attachToTarget", { targetId, flatten: true });
  const session = String(sessionId);
  const errors: string[] = [];
  const requested: string[] = [];
  connection.listen(session, (method, params) => {
    const text = JSON.stringify(params);
    if (method === "Network.requestWillBeSent")
      requested.push((params["request"] as { url: string }).url);
    if (method === "Runtime.exceptionThrown") errors.push(text);
    if (method === "Log.entryAdded" && /"level":"error"/.test(text)) errors.push(text);
  });
  for (const domain of ["Network", "Runtime", "Log", "Page"])
    await connection.call(`${domain}.enable`, {}, session);
  await connection.call("Page.navigate", { url }, session);
  const evaluate = async (expression: string): Promise<unknown> => {
    const asked = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await connection.call("Runtime.evaluate", asked, session);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value?: unknown }).value;
  };
  const waitFor = (expression: string): Promise<unknown> =>
    eventually(async () => (await evaluate(expression)) || undefined, {
      what: expression,
      timeoutMs: 15_000,
    });
  return { errors, requested, evaluate, waitFor };
}

class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Fields>>();
  readonly #listeners = new Map<string, (method: string, params: Fields) => void>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) =>
      this.#take(JSON.parse(String(data)) as Message),
    );
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("The browser ended."));
    });
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    return new Connection(socket);
  }

  call(method: string, params: Fields, sessionId?: string): Promise<Fields> {
    const id = ++this.#count;
    const waiting = Promise.withResolvers<Fields>();
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    return waiting.promise;
  }

  listen(sessionId: string, listener: (method: string, params: Fields) => void): void {
    this.#listeners.set(sessionId, listener);
  }

  close(): void {
    this.#socket.close();
  }

  #take({ id, method, params = {}, result = {}, error, sessionId }: Message): void {
    if (method !== undefined) this.#listeners.get(sessionId ?? "")?.(method, params);
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Error(error.message));
  }
}
