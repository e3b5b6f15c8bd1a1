// A session as an embedding program holds it. Everything it can do is a command of the table or a property of the
// session; nothing of omp's command line is in here.
import type { AssistantMessage, ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Model, ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import type { Assembled } from "../assemble.ts";
import type { RpcCommandName, RpcFields, RpcOutput } from "../modes/rpc/protocol.ts";
import type { Host } from "../platform/host.ts";
import type { HostBridge } from "../services/host-bridge/host-bridge.ts";
import { CommandError } from "../session/command.ts";
import { SessionBusyError } from "../session/session-busy-error.ts";
import type { SessionListener } from "../session/session-event.ts";
import type { SessionHolder } from "../session/session-holder.ts";
import type { ContextMessage } from "../session/state/context-messages.ts";
import { type SessionView, viewOf } from "./session-view.ts";
import { Settings, type SettingValues } from "./settings.ts";

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
  /** Settings that no file holds. */
  readonly overrides: SettingValues;
}

/** What a session is at a moment. */
export interface SessionFacts {
  readonly model: Model;
  readonly thinkingLevel: ThinkingLevel;
  readonly messages: readonly ContextMessage[];
  readonly isStreaming: boolean;
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

  /** The same facts together. */
  get state(): SessionFacts {
    const { model, thinkingLevel, messages, isStreaming } = this;
    return { model, thinkingLevel, messages, isStreaming };
  }

  /** The settings that the session follows; a change goes to the user's file and holds at once. */
  get settings(): Settings {
    return Settings.over(this.insides.holder.held.settings, this.insides.overrides);
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

  /** Goes on with another model. */
  async setModel({ provider, id }: Pick<Model, "provider" | "id">): Promise<void> {
    await this.request("set_model", { provider, modelId: id });
  }

  async setThinkingLevel(level: ThinkingLevel): Promise<void> {
    await this.request("set_thinking_level", { level });
  }

  /** Sums up what was said so far to make room. */
  compact(customInstructions?: string): Promise<RpcOutput<"compact">> {
    return this.request("compact", customInstructions === undefined ? {} : { customInstructions });
  }

  /** Runs a command for the user; the model reads of it with the next prompt. */
  executeBash(command: string): Promise<RpcOutput<"bash">> {
    return this.request("bash", { command });
  }

  /** Goes on in a new session; listeners stay. */
  async newSession(): Promise<void> {
    await this.request("new_session");
  }

  /** Goes on in the session of this path. */
  async switchSession(sessionPath: string): Promise<void> {
    await this.request("switch_session", { sessionPath });
  }

  /** Goes on in a copy of this session, which must be in a file. */
  async fork(): Promise<void> {
    this.#requireOpen();
    await this.insides.holder.open({ kind: "fork" });
  }

  /** Goes on from before one of the user's messages; gives its text. A session in a file becomes another one. */
  async branch(entryId: string): Promise<string> {
    return (await this.request("branch", { entryId })).text;
  }

  /** Goes to another entry within the session, to say it anew where it is the user's. Throws CommandError for none. */
  async navigateTree(
    entryId: string,
    { summarize = false }: { readonly summarize?: boolean } = {},
  ): Promise<string | undefined> {
    this.#requireOpen();
    const went = await this.#current.goTo(entryId, { isSummed: summarize });
    if (went === undefined) throw new CommandError(`There is no entry ${entryId}.`);
    return went.text;
  }

  /** Has the model write a document for its successor and goes on with that alone; gives the document. */
  async handoff(customInstructions?: string): Promise<string> {
    const fields = customInstructions === undefined ? {} : { customInstructions };
    return (await this.request("handoff", fields)).document;
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
