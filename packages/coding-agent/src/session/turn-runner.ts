// Runs what a prompt sets in motion: the loop, and what features make of its end, until nothing is left to
// do. Owns the run and its abort; knows no feature by name.
import type { AgentLoopConfig, StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import { agentLoop } from "@oh-my-pi/pi-agent-core/agent-loop";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import type { MessageSource } from "@oh-my-pi/pi-agent-core/message-queue";
import type { ToolChoiceQueue } from "@oh-my-pi/pi-agent-core/tool-choice-queue";
import type { Telemetry } from "@oh-my-pi/pi-agent-core/telemetry-recorder";
import type { ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { Choices } from "./choices.ts";
import type { Conversation } from "./conversation.ts";
import type { Feature, FeaturePort, RunEnd } from "./feature.ts";
import { toLlmMessages } from "./llm-messages.ts";
import type { CustomMessage } from "./log/entry.ts";
import type { Emit } from "./session-event.ts";
import type { SessionSettings } from "./session-settings.ts";
import * as declared from "./settings.ts";
import type { InboxKind } from "./state/inbox.ts";
import type { ToolShelf } from "./tool-shelf.ts";
import { watchFailures } from "./watch-failures.ts";

/** What every run of a session shares. */
export interface RunnerParts {
  readonly system: readonly string[];
  readonly shelf: ToolShelf;
  readonly toolHost: ToolHost;
  readonly stream: StreamFunction;
  readonly requestOptions: RequestOptions;
  readonly conversation: Conversation;
  readonly choices: Choices;
  readonly settings: SessionSettings;
  readonly features: readonly Feature[];
  readonly toolChoices: ToolChoiceQueue | undefined;
  readonly emit: Emit;
  readonly telemetry: Telemetry | undefined;
  readonly onDefect: (defect: unknown) => void;
  /** Once a run has ended; true when another session took the place of this one. */
  readonly afterRun: () => Promise<boolean>;
  /** What features see, with the signal of what goes on. */
  readonly portFor: (signal: AbortSignal, enqueue: (message: CustomMessage) => void) => FeaturePort;
}

/** One run at a time. */
export class TurnRunner {
  readonly #parts: RunnerParts;
  #run: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  #idle: AbortController | undefined;
  #lastFailure: ProviderErrorFacts | undefined;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Says something, once `accepted` resolves, and goes on until nothing is left to do. */
  async run(prompt: AgentMessage, accepted: Promise<void>): Promise<void> {
    await this.#exclusively(async (signal) => {
      await accepted;
      const queued: AgentMessage[] = [];
      const port = this.#parts.portFor(signal, (message) => queued.push(message));
      for (const feature of this.#parts.features) feature.beforePrompt?.(port);
      let prompts: readonly AgentMessage[] = [prompt];
      do {
        await this.#runLoop(prompts, port);
        const isAgain = await this.#afterRun(port);
        prompts = queued.splice(0);
        if (!isAgain) break;
      } while (!signal.aborted);
    });
    if (!(await this.#parts.afterRun())) void this.#beIdle();
  }

  /** Does something that no run may go on beside, such as a compaction by hand. */
  async exclusively<T>(work: (port: FeaturePort) => Promise<T>): Promise<T> {
    return this.#exclusively((signal) => work(this.#parts.portFor(signal, () => undefined)));
  }

  /** Stops what goes on, if anything does, and waits until it has ended. */
  async abort(): Promise<void> {
    this.#idle?.abort();
    this.#run?.abort.abort();
    await this.#run?.ended;
  }

  /** Resolves when nothing goes on. */
  async settled(): Promise<void> {
    await this.#run?.ended;
  }

  async #exclusively<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#idle?.abort();
    const abort = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#run = { abort, ended };
    try {
      return await work(abort.signal);
    } finally {
      this.#run = undefined;
      resolve();
    }
  }

  async #runLoop(prompts: readonly AgentMessage[], port: FeaturePort): Promise<void> {
    const { conversation, system, shelf, emit } = this.#parts;
    this.#lastFailure = undefined;
    const messages = [...conversation.messages].filter((message) => !prompts.includes(message));
    const context = { system, messages, tools: shelf.tools };
    const run = agentLoop(prompts, context, this.#config(port), port.signal);
    for await (const event of run) {
      const heard = emit(event);
      // Whoever listens slowly slows the run down, but does not keep it from being stopped.
      if (heard !== undefined) await untilAborted(heard, port.signal);
    }
  }

  /** Asks each feature in turn; the first that wants to go on decides. */
  async #afterRun(port: FeaturePort): Promise<boolean> {
    const { conversation, features, onDefect } = this.#parts;
    const answer = conversation.messages.findLast((message) => message.role === "assistant");
    const end: RunEnd = { answer, facts: this.#lastFailure };
    for (const feature of features) {
      try {
        if ((await feature.afterRun?.(end, port)) === "again") return true;
      } catch (error) {
        onDefect(error);
      }
    }
    return false;
  }

  async #beIdle(): Promise<void> {
    const { features, portFor, onDefect } = this.#parts;
    const idle = new AbortController();
    this.#idle = idle;
    const port = portFor(idle.signal, () => undefined);
    for (const feature of features) {
      try {
        await feature.whenIdle?.(port);
      } catch (error) {
        onDefect(error);
      }
    }
  }

  #config(port: FeaturePort): AgentLoopConfig {
    const { conversation, choices, settings, stream, toolHost, onDefect } = this.#parts;
    const { system, shelf, requestOptions, toolChoices, telemetry } = this.#parts;
    return {
      model: choices.model,
      stream: watchFailures(stream, (facts) => (this.#lastFailure = facts)),
      toolHost,
      requestOptions: ({ model }) => ({ ...requestOptions, ...choices.requestOptions(model) }),
      refresh: () => ({ system, tools: shelf.tools, model: choices.model }),
      convertToLlm: toLlmMessages,
      transformContext: () => this.#context(port),
      intentTracing: true,
      ...(toolChoices !== undefined && { toolChoices }),
      ...(telemetry !== undefined && { telemetry }),
      queues: {
        steering: this.#source("steer"),
        followUp: this.#source("followUp"),
        interruptMode: settings.get(declared.interruptMode),
      },
      reports: { commit: (message) => conversation.write(message), onDefect },
    };
  }

  /** The log decides what is sent; features may still change it. */
  async #context(port: FeaturePort): Promise<readonly AgentMessage[]> {
    const { features, conversation } = this.#parts;
    for (const feature of features) await feature.beforeRequest?.(port);
    return conversation.messages;
  }

  #source(kind: InboxKind): MessageSource {
    const { conversation, settings } = this.#parts;
    const mode = kind === "steer" ? declared.steeringMode : declared.followUpMode;
    const taken = new WeakSet<AgentMessage>();
    const pending = (): AgentMessage[] =>
      conversation.waiting
        .filter((item) => item.kind === kind && !taken.has(item.message))
        .map(({ message }) => message);
    return {
      hasPending: () => pending().length > 0,
      take: () => {
        const messages = pending().slice(0, settings.get(mode) === "all" ? undefined : 1);
        for (const message of messages) taken.add(message);
        return messages;
      },
    };
  }
}

async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([work, promise]);
  signal.removeEventListener("abort", stop);
}
