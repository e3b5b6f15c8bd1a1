// A session as its faces see it: things are sent to it, events come out of it, its state is what the log
// says. What a prompt sets in motion is here; what each part does is in the parts it is given.
import { agentLoop } from "@oh-my-pi/pi-agent-core/agent-loop";
import type { AgentLoopConfig, StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/agent-event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { AssistantMessage, UserMessage } from "@oh-my-pi/pi-ai/message";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { Conversation } from "./conversation.ts";
import { toLlmMessages } from "./llm-messages.ts";
import { discardSessionLog } from "./log/open-log.ts";
import type { SessionLog } from "./log/session-log.ts";
import type { ContextMessage } from "./state/context-messages.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly log: SessionLog;
  readonly model: Model;
  readonly system: readonly string[];
  readonly tools: readonly Tool[];
  readonly toolHost: ToolHost;
  readonly stream: StreamFunction;
  readonly requestOptions: RequestOptions;
  readonly now: () => number;
  /** Hears of faults in omp itself; they end no run. */
  readonly onDefect: (defect: unknown) => void;
  /** Ends what the session's tools keep running. */
  readonly onClose?: () => Promise<void>;
}

export type SessionEvent = AgentEvent;
export type SessionListener = (event: SessionEvent) => void;

/** A prompt while another one runs must say how it is to be delivered. */
class SessionBusyError extends Error {
  constructor() {
    super("The agent is already answering. Steer it, queue a follow-up, or abort it first.");
    this.name = "SessionBusyError";
  }
}

/** One conversation with its tools and its log. */
export class Session implements AsyncDisposable {
  readonly #parts: SessionParts;
  readonly #conversation: Conversation;
  readonly #listeners = new Set<SessionListener>();
  #run: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#conversation = new Conversation(parts.log);
  }

  get log(): SessionLog {
    return this.#parts.log;
  }

  get model(): Model {
    return this.#parts.model;
  }

  get messages(): readonly ContextMessage[] {
    return this.#conversation.messages;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Calls `listener` with every event from now on; the returned function ends that. */
  on(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Says something and runs until the model is done. Once this has returned a promise, it is on disk. */
  async prompt(content: UserMessage["content"]): Promise<void> {
    if (this.#run !== undefined) throw new SessionBusyError();
    const message = this.#userMessage(content);
    const before = [...this.#conversation.messages];
    this.#conversation.write(message);
    await this.#parts.log.sync();
    await this.#start(before, message);
  }

  /** Says something before the next request of the run that goes on. */
  async steer(content: UserMessage["content"]): Promise<void> {
    this.#conversation.accept("steer", this.#userMessage(content));
    await this.#parts.log.sync();
  }

  /** Says something when the run that goes on would end. */
  async followUp(content: UserMessage["content"]): Promise<void> {
    this.#conversation.accept("followUp", this.#userMessage(content));
    await this.#parts.log.sync();
  }

  /** Stops the run, if there is one, and waits until it has ended. */
  async abort(): Promise<void> {
    this.#run?.abort.abort();
    await this.#run?.ended;
  }

  /** Ends the session; one in which nothing was answered leaves no file. */
  async close(): Promise<void> {
    await this.abort();
    await this.#parts.onClose?.();
    if (this.#conversation.hasAnswer || this.#conversation.waiting.length > 0) {
      await this.#parts.log.sync();
      this.#parts.log.close();
    } else {
      discardSessionLog(this.#parts.log);
    }
  }

  /** The last answer of the model. */
  get lastAnswer(): AssistantMessage | undefined {
    return this.#conversation.messages.findLast((message) => message.role === "assistant");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #start(before: readonly AgentMessage[], prompt: UserMessage): Promise<void> {
    const abort = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#run = { abort, ended };
    try {
      const context = { system: this.#parts.system, messages: before, tools: this.#parts.tools };
      for await (const event of agentLoop([prompt], context, this.#config(), abort.signal))
        this.#emit(event);
    } finally {
      this.#run = undefined;
      resolve();
    }
  }

  #config(): AgentLoopConfig {
    const { model, stream, toolHost, requestOptions, onDefect } = this.#parts;
    return {
      model,
      stream,
      toolHost,
      requestOptions,
      convertToLlm: toLlmMessages,
      intentTracing: true,
      queues: { steering: this.#source("steer"), followUp: this.#source("followUp") },
      reports: { commit: (message) => this.#conversation.write(message), onDefect },
    };
  }

  #source(kind: "steer" | "followUp") {
    const next = () => this.#conversation.waiting.find((item) => item.kind === kind);
    let taken: AgentMessage | undefined;
    return {
      hasPending: () => next() !== undefined && next()?.message !== taken,
      take: () => {
        taken = next()?.message;
        return taken === undefined ? [] : [taken];
      },
    };
  }

  #userMessage(content: UserMessage["content"]): UserMessage {
    const blocks =
      typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
    return { role: "user", content: blocks, attribution: "user", timestamp: this.#parts.now() };
  }

  #emit(event: SessionEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#parts.onDefect(error);
      }
    }
  }
}
