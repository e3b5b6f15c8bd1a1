// A typed client for programs that start omp themselves: one method for each command, events to listeners, host tools as
// functions. Talks to the process in lines and to nothing else.
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { type LineProcess, startLineProcess } from "../../platform/line-process.ts";
import type { RpcCommandName, RpcEvent, RpcFields, RpcOutput, RpcResponse } from "./protocol.ts";

export interface RpcClientOptions {
  /** How omp is started, without flags; default `omp` from the path. */
  readonly command?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly provider?: string;
  readonly model?: string;
  readonly sessionDir?: string;
  /** Further flags. */
  readonly args?: readonly string[];
  /** How long the start and each command may take; default 30 s. */
  readonly timeoutMs?: number;
}

/** A tool that this program carries out. */
export interface RpcHostTool {
  readonly name: string;
  readonly label?: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly run: (
    args: Readonly<Record<string, unknown>>,
    context: { readonly signal: AbortSignal; readonly update: (text: string) => void },
  ) => Promise<string> | string;
}

/** A command failed, or could not be answered. */
export class RpcError extends Error {
  readonly command: string;

  constructor(command: string, message: string) {
    super(message);
    this.name = "RpcError";
    this.command = command;
  }
}

type Wire = Readonly<Record<string, unknown>>;
type Listener = (event: RpcEvent) => void;

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

const TIMEOUT_MS = 30_000;

/** A running omp. `start` it, and `stop` it or let `await using` do so. */
export class RpcClient implements AsyncDisposable {
  readonly #options: RpcClientOptions;
  readonly #timeoutMs: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Set<Listener>();
  readonly #requestListeners = new Set<(request: Wire) => void>();
  readonly #running = new Map<string, AbortController>();
  #tools: readonly RpcHostTool[] = [];
  #process: LineProcess | undefined;
  #count = 0;

  constructor(options: RpcClientOptions = {}) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  /** Starts omp and waits until it is ready. */
  async start(): Promise<this> {
    if (this.#process !== undefined) throw new RpcError("start", "omp is already running.");
    const { command = ["omp"], cwd, env } = this.#options;
    const child = startLineProcess([...command, ...flagsOf(this.#options)], { cwd, env });
    this.#process = child;
    const ready = Promise.withResolvers<void>();
    void this.#read(child, ready.resolve);
    void child.exited.then((code) => {
      const error = new RpcError("start", `omp ended with code ${code}. ${child.stderr}`.trim());
      ready.reject(error);
      for (const { reject } of this.#waiting.values()) reject(error);
    });
    await this.#limited("start", ready.promise);
    return this;
  }

  /** Closes omp's input and waits for its end. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    child.closeInput();
    await this.#limited("stop", child.exited).catch(() => child.kill());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Calls `listener` with every event; the returned function ends that. */
  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` with every request for a dialog; answer with `respond`. */
  onDialog(listener: (request: Wire) => void): () => void {
    this.#requestListeners.add(listener);
    return () => this.#requestListeners.delete(listener);
  }

  /** Answers a dialog: `value`, `confirmed` or `cancelled`. */
  respond(id: string, answer: Wire): void {
    this.#write({ type: "extension_ui_response", id, ...answer });
  }

  /** Sends any command of the protocol and gives the data of its answer. */
  async request<Name extends RpcCommandName>(
    type: Name,
    ...[fields]: RpcFields<Name>
  ): Promise<RpcOutput<Name>> {
    const id = `req_${++this.#count}`;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    try {
      this.#write({ ...(fields as object | undefined), id, type });
      return (await this.#limited(type, promise)) as RpcOutput<Name>;
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Replaces the tools that this program carries out. */
  async setHostTools(tools: readonly RpcHostTool[]): Promise<void> {
    this.#tools = tools;
    const definitions = tools.map(({ name, label, description, parameters }) => ({
      name,
      label,
      description,
      parameters,
    }));
    await this.request("set_host_tools", { tools: definitions });
  }

  prompt(message: string): Promise<void> {
    return this.request("prompt", { message });
  }

  steer(message: string): Promise<void> {
    return this.request("steer", { message });
  }

  followUp(message: string): Promise<void> {
    return this.request("follow_up", { message });
  }

  abort(): Promise<void> {
    return this.request("abort");
  }

  getState(): Promise<RpcOutput<"get_state">> {
    return this.request("get_state");
  }

  getMessages(): Promise<RpcOutput<"get_messages">> {
    return this.request("get_messages");
  }

  setModel(provider: string, modelId: string): Promise<RpcOutput<"set_model">> {
    return this.request("set_model", { provider, modelId });
  }

  bash(command: string): Promise<RpcOutput<"bash">> {
    return this.request("bash", { command });
  }

  newSession(): Promise<RpcOutput<"new_session">> {
    return this.request("new_session");
  }

  async getLastAssistantText(): Promise<string | null> {
    return (await this.request("get_last_assistant_text")).text ?? null;
  }

  /** Resolves when the run that goes on ends. */
  async waitForIdle(timeoutMs = 60_000): Promise<void> {
    await this.collectEvents(timeoutMs);
  }

  /** The events from now to the end of the run. */
  async collectEvents(timeoutMs = 60_000): Promise<RpcEvent[]> {
    const events: RpcEvent[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.onEvent((event) => {
      events.push(event);
      if (event.type === "agent_end") resolve();
    });
    try {
      await this.#limited("agent_end", promise, timeoutMs);
      return events;
    } finally {
      stop();
    }
  }

  /** Says something and gives the events up to the end of the run. */
  async promptAndWait(message: string, timeoutMs?: number): Promise<RpcEvent[]> {
    const events = this.collectEvents(timeoutMs);
    try {
      await this.prompt(message);
    } catch (error) {
      events.catch(() => undefined);
      throw error;
    }
    return events;
  }

  async #read(child: LineProcess, onReady: () => void): Promise<void> {
    for await (const line of child.lines()) {
      const frame = parse(line);
      if (frame === undefined) continue;
      switch (frame["type"]) {
        case "ready":
          onReady();
          break;
        case "response":
          this.#settle(frame as Wire & RpcResponse);
          break;
        case "host_tool_call":
          void this.#callTool(frame);
          break;
        case "host_tool_cancel":
          this.#running.get(String(frame["targetId"]))?.abort();
          break;
        case "extension_ui_request":
          for (const listener of this.#requestListeners) listener(frame);
          break;
        default:
          for (const listener of this.#listeners) listener(frame as Wire & RpcEvent);
      }
    }
  }

  #settle({ id, command, success, data, error }: RpcResponse): void {
    const waiting = this.#waiting.get(String(id));
    if (success) waiting?.resolve(data);
    else waiting?.reject(new RpcError(command, error ?? "failed"));
  }

  async #callTool(call: Wire): Promise<void> {
    const id = String(call["id"]);
    const tool = this.#tools.find(({ name }) => name === call["toolName"]);
    const abort = new AbortController();
    this.#running.set(id, abort);
    const result = (text: string): object => ({ content: [{ type: "text", text }] });
    try {
      if (tool === undefined) throw new Error(`There is no host tool ${String(call["toolName"])}.`);
      const update = (text: string): void =>
        this.#write({ type: "host_tool_update", id, partialResult: result(text) });
      const args = call["arguments"] as Readonly<Record<string, unknown>>;
      const text = await tool.run(args, { signal: abort.signal, update });
      this.#write({ type: "host_tool_result", id, result: result(text) });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#write({ type: "host_tool_result", id, result: result(text), isError: true });
    } finally {
      this.#running.delete(id);
    }
  }

  #write(frame: object): void {
    if (this.#process === undefined) throw new RpcError("write", "omp is not running.");
    this.#process.write(JSON.stringify(frame));
  }

  async #limited<T>(what: string, work: Promise<T>, timeoutMs = this.#timeoutMs): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const heard = this.#process?.stderr ?? "";
      late.reject(new RpcError(what, `No ${what} within ${timeoutMs} ms. ${heard}`.trim()));
    }, timeoutMs);
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function flagsOf({ provider, model, sessionDir, args = [] }: RpcClientOptions): string[] {
  return [
    "--mode",
    "rpc",
    ...(provider === undefined ? [] : ["--provider", provider]),
    ...(model === undefined ? [] : ["--model", model]),
    ...(sessionDir === undefined ? [] : ["--session-dir", sessionDir]),
    ...args,
  ];
}

function parse(line: string): Wire | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Wire) : undefined;
  } catch {
    // Nothing that omp writes; older versions may have printed something.
    return undefined;
  }
}
