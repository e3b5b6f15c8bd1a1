// A session as an embedding program holds it. Everything it can do is a command of the table or a property of the
// session; nothing of omp's command line is in here.
import type { AssistantMessage, ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Model, ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import type { Assembled } from "../assemble.ts";
import type { RpcCommandName, RpcFields, RpcOutput } from "../modes/rpc/protocol.ts";
import type { Host } from "../platform/host.ts";
import type { HostBridge } from "../services/host-bridge/host-bridge.ts";
import { SessionBusyError } from "../session/session-busy-error.ts";
import type { SessionListener } from "../session/session-event.ts";
import type { SessionHolder } from "../session/session-holder.ts";
import type { ContextMessage } from "../session/state/context-messages.ts";
import { type SessionView, viewOf } from "./session-view.ts";

/** How something is said. */
export interface PromptOptions {
  readonly images?: readonly ImageContent[];
  /** What to do while a run goes on; without it that is an error. */
  readonly streamingBehavior?: "steer" | "followUp";
}

/**
 * What the faces of this package need of a session.
 * @internal
 */
export interface Insides {
  readonly holder: SessionHolder<Assembled>;
  readonly host: Host;
  /** Where the frames of a program at the other end of a pipe would go. */
  readonly bridge: HostBridge;
}

/** One conversation. Dispose of it when it is over: `await using` does. */
export class AgentSession implements AsyncDisposable {
  /** @internal */
  readonly insides: Insides;
  readonly #disposed = Promise.withResolvers<void>();
  #isDisposed = false;

  private constructor(insides: Insides) {
    this.insides = insides;
  }

  /** @internal */
  static over(insides: Insides): AgentSession {
    return new AgentSession(insides);
  }

  get sessionId(): string {
    return this.#current.log.header.id;
  }

  /** Path of the file, or in the storage; undefined for a session in memory. */
  get sessionFile(): string | undefined {
    return this.#current.log.storedAs;
  }

  /** What the session has written down so far: header, entries, tree. */
  get sessionManager(): SessionView {
    return viewOf(this.#current.log);
  }

  get model(): Model {
    return this.#current.model;
  }

  get thinkingLevel(): ThinkingLevel {
    return this.#current.thinkingLevel;
  }

  /** What stands before the model, oldest first. */
  get messages(): readonly ContextMessage[] {
    return this.#current.messages;
  }

  /** The last answer, failed or not. */
  get lastAnswer(): AssistantMessage | undefined {
    return this.#current.lastAnswer;
  }

  /** The text of the last answer. */
  get lastAnswerText(): string {
    const blocks = this.lastAnswer?.content ?? [];
    return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  }

  /** A run goes on. */
  get isStreaming(): boolean {
    return this.#current.isRunning;
  }

  /** Calls `listener` with every event; a promise that it returns holds the run back. The returned function ends that. */
  subscribe(listener: SessionListener): () => void {
    return this.insides.holder.on(listener);
  }

  /** Says something; resolves when everything it set in motion has ended, or, while a run goes on, when it is queued. */
  async prompt(text: string, options: PromptOptions = {}): Promise<void> {
    this.#requireOpen();
    const { images = [], streamingBehavior } = options;
    const content = [{ type: "text" as const, text }, ...images];
    if (!this.isStreaming) return this.#current.prompt(content);
    if (streamingBehavior === undefined) throw new SessionBusyError();
    return this.#current[streamingBehavior](content);
  }

  /** Says something before the next request of the run that goes on. */
  async steer(text: string): Promise<void> {
    await this.request("steer", { message: text });
  }

  /** Says something when the run that goes on would end. */
  async followUp(text: string): Promise<void> {
    await this.request("follow_up", { message: text });
  }

  /** Stops the run, if there is one. */
  async abort(): Promise<void> {
    await this.#current.abort();
  }

  /** Resolves when nothing goes on. */
  async waitForIdle(): Promise<void> {
    await this.#current.settled();
  }

  /** Carries out any command of the RPC table. Throws CommandError for what its sender can put right. */
  async request<Name extends RpcCommandName>(
    type: Name,
    ...[fields]: RpcFields<Name>
  ): Promise<RpcOutput<Name>> {
    this.#requireOpen();
    // The table's own schemas decide both types.
    return (await this.insides.holder.send({
      ...(fields as object | undefined),
      type,
    })) as RpcOutput<Name>;
  }

  /** Ends the session and everything it runs; again does nothing. */
  async dispose(): Promise<void> {
    if (!this.#isDisposed) {
      this.#isDisposed = true;
      this.insides.holder.close().then(this.#disposed.resolve, this.#disposed.reject);
    }
    await this.#disposed.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  get #current() {
    return this.insides.holder.current;
  }

  #requireOpen(): void {
    if (this.#isDisposed) throw new Error("This session was disposed of.");
  }
}
