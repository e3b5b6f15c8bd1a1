// A conversation that can be talked to: holds the state between runs, starts them one at a time, queues what
// is said meanwhile, and tells its listeners everything.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { systemClock } from "../clock.ts";
import type { Tool } from "../tool/tool.ts";
import { assertCanContinue } from "./agent-loop.ts";
import type { AgentLoopConfig, InterruptMode, Model } from "./config.ts";
import type { AgentEvent } from "./event.ts";
import { History } from "./history.ts";
import type { AgentMessage } from "./message.ts";
import { MessageQueue, type QueueMode } from "./message-queue.ts";
import { RequestPrefix } from "./request-prefix.ts";
import { runLoop } from "./run-loop.ts";
import { RunState } from "./run-state.ts";

/** Somebody asked for a run while one is under way. */
export class AgentBusyError extends Error {
  constructor() {
    super("The agent is already processing a prompt. Use steer() or followUp(), or wait for it.");
    this.name = "AgentBusyError";
  }
}

/** The parts of an agent that may be changed at any time; a run in progress takes up additions. */
export interface AgentSettings {
  readonly model: Model;
  readonly system: readonly string[];
  readonly tools: readonly Tool[];
}

export interface AgentOptions extends Omit<AgentLoopConfig, "model" | "refresh" | "queues"> {
  readonly settings: AgentSettings;
  readonly messages?: readonly AgentMessage[];
  readonly steeringMode?: QueueMode;
  readonly followUpMode?: QueueMode;
  readonly interruptMode?: InterruptMode;
}

/** What can be seen of an agent at a moment. */
export interface AgentState extends AgentSettings {
  readonly messages: readonly AgentMessage[];
  readonly isStreaming: boolean;
  /** The response that is arriving. */
  readonly streamMessage: AssistantMessage | undefined;
  /** Ids of calls under way. */
  readonly pendingToolCalls: ReadonlySet<string>;
}

export type AgentListener = (event: AgentEvent) => void;

/** An agent over one conversation. */
export class Agent {
  /** Said before the next request of a run. */
  readonly steering: MessageQueue;
  /** Said when a run would otherwise end. */
  readonly followUps: MessageQueue;
  interruptMode: InterruptMode;
  readonly #options: AgentOptions;
  readonly #prefix: RequestPrefix;
  readonly #listeners = new Set<AgentListener>();
  readonly #pending = new Set<string>();
  #settings: AgentSettings;
  #history: History;
  #streamMessage: AssistantMessage | undefined;
  #run: { readonly controller: AbortController; readonly ended: Promise<unknown> } | undefined;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#history = new History(options.messages ?? [], options.convertToLlm);
    this.#prefix = new RequestPrefix({ hasIntent: options.intentTracing === true });
    this.steering = new MessageQueue(options.steeringMode);
    this.followUps = new MessageQueue(options.followUpMode);
    this.interruptMode = options.interruptMode ?? "immediate";
  }

  get state(): AgentState {
    return {
      ...this.#settings,
      messages: this.#history.messages,
      isStreaming: this.#run !== undefined,
      streamMessage: this.#streamMessage,
      pendingToolCalls: this.#pending,
    };
  }

  /** Listeners are told in order, as things happen; the returned function ends it. */
  subscribe(listener: AgentListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts a run; resolves when it has ended. */
  async prompt(input: string | AgentMessage | readonly AgentMessage[]): Promise<void> {
    this.#assertIdle();
    await this.#start(this.#toMessages(input));
  }

  /** Goes on without a new prompt: with queued messages, or from where the conversation stands. */
  async continue(): Promise<void> {
    this.#assertIdle();
    const hasQueued = this.steering.hasPending() || this.followUps.hasPending();
    const isAnswered = this.#history.messages.at(-1)?.role === "assistant";
    if (!hasQueued) assertCanContinue(this.#history.messages);
    const isFollowUp = hasQueued && !this.steering.hasPending() && isAnswered;
    await this.#start(isFollowUp ? this.followUps.take() : []);
  }

  /** Says something at the next opportunity of the run. */
  steer(input: string | AgentMessage): void {
    for (const message of this.#toMessages(input)) this.steering.push(message);
  }

  /** Says something when the run would otherwise end. */
  followUp(input: string | AgentMessage): void {
    for (const message of this.#toMessages(input)) this.followUps.push(message);
  }

  /** Ends the run as soon as possible; what is queued stays queued. */
  abort(): void {
    this.#run?.controller.abort();
  }

  async waitForIdle(): Promise<void> {
    while (this.#run !== undefined) await this.#run.ended;
  }

  /** Changes model, system prompt or tools. */
  configure(change: Partial<AgentSettings>): void {
    this.#settings = { ...this.#settings, ...change };
  }

  /** Adds a message outside of a run. */
  append(message: AgentMessage): void {
    this.#assertIdle();
    this.#history.append(message);
  }

  /** Puts another conversation in place of this one, as after compaction. */
  replaceMessages(messages: readonly AgentMessage[]): void {
    this.#assertIdle();
    this.#history = new History(messages, this.#options.convertToLlm);
  }

  #assertIdle(): void {
    if (this.#run !== undefined) throw new AgentBusyError();
  }

  async #start(prompts: readonly AgentMessage[]): Promise<void> {
    const controller = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#run = { controller, ended };
    try {
      const state = new RunState({
        config: this.#config(),
        history: this.#history,
        prefix: this.#prefix,
        signal: controller.signal,
        emit: (event) => this.#tell(event),
      });
      await runLoop(state, this.#settings, prompts);
    } finally {
      this.#run = undefined;
      this.#pending.clear();
      resolve();
    }
  }

  #config(): AgentLoopConfig {
    const { steering, followUps: followUp } = this;
    const interruptMode = (): InterruptMode => this.interruptMode;
    return {
      ...this.#options,
      model: this.#settings.model,
      refresh: () => this.#settings,
      queues: {
        steering,
        followUp,
        get interruptMode() {
          return interruptMode();
        },
      },
    };
  }

  #tell(event: AgentEvent): void {
    this.#follow(event);
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#options.reports?.onDefect?.(error);
      }
    }
  }

  #follow(event: AgentEvent): void {
    if (event.type === "message_start" && event.message.role === "assistant") {
      this.#streamMessage = event.message;
    } else if (event.type === "message_end" && event.message.role === "assistant") {
      this.#streamMessage = undefined;
    } else if (event.type === "tool_execution_start") {
      this.#pending.add(event.toolCallId);
    } else if (event.type === "tool_execution_end") {
      this.#pending.delete(event.toolCallId);
    }
  }

  #toMessages(input: string | AgentMessage | readonly AgentMessage[]): readonly AgentMessage[] {
    if (typeof input !== "string") return isMessageList(input) ? input : [input];
    const clock = this.#options.clock ?? systemClock;
    const content = [{ type: "text" as const, text: input }];
    return [{ role: "user", content, attribution: "user", timestamp: clock.now() }];
  }
}

function isMessageList(
  input: AgentMessage | readonly AgentMessage[],
): input is readonly AgentMessage[] {
  return Array.isArray(input);
}
