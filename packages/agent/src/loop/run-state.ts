// What the parts of a run share: its configuration, its conversation so far and the ways to speak. Adding a
// message to the conversation happens here and nowhere else.
import { type Clock, systemClock } from "../clock.ts";
import { HarmonyGuard, type HarmonyGuardOptions } from "../harmony/guard.ts";
import { startGuarded } from "../telemetry/guarded-recorder.ts";
import type { RunRecorder } from "../telemetry/run-recorder.ts";
import type { AgentLoopConfig, Model } from "./config.ts";
import { DoomLoopGuard } from "./doom-loop.ts";
import type { AgentEvent } from "./event.ts";
import type { History } from "./history.ts";
import type { AgentMessage } from "./message.ts";
import type { PrefixBreak, RequestPrefix } from "./request-prefix.ts";

export interface RunInput {
  readonly config: AgentLoopConfig;
  readonly history: History;
  readonly prefix: RequestPrefix;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  /** Undefined while whoever listens keeps up. */
  readonly room?: () => Promise<void> | undefined;
}

/** One run. */
export class RunState {
  readonly config: AgentLoopConfig;
  readonly history: History;
  readonly prefix: RequestPrefix;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly recorder: RunRecorder;
  readonly doomLoop: DoomLoopGuard | undefined;
  readonly harmony: HarmonyGuard | undefined;
  /** Who is asked next. */
  model: Model;
  readonly #emit: (event: AgentEvent) => void;
  readonly #room: RunInput["room"];
  readonly #added: AgentMessage[] = [];
  #writing: Promise<void> | undefined;
  #canCommit = true;

  constructor(input: RunInput) {
    const { config } = input;
    const { harmony, doomLoop } = config.guards ?? {};
    this.config = config;
    this.history = input.history;
    this.prefix = input.prefix;
    this.signal = input.signal;
    this.#emit = input.emit;
    this.#room = input.room;
    this.clock = config.clock ?? systemClock;
    this.model = config.model;
    this.doomLoop = doomLoop === false ? undefined : new DoomLoopGuard(doomLoop);
    this.harmony = harmony === false ? undefined : new HarmonyGuard(this.#guarded(harmony));
    this.recorder = startGuarded(
      config.telemetry,
      () => this.clock.now(),
      (defect) => this.reportDefect(defect),
    );
  }

  /** Messages this run has added. */
  get added(): readonly AgentMessage[] {
    return this.#added;
  }

  /** Whoever listens cannot break a run. */
  emit(event: AgentEvent): void {
    this.#tell(() => this.#emit(event));
  }

  /** Undefined while whoever listens keeps up with what is told; otherwise resolves when they do. */
  room(): Promise<void> | undefined {
    return this.#room?.();
  }

  reportDefect(defect: unknown): void {
    try {
      this.config.reports?.onDefect?.(defect);
    } catch {
      // there is nobody left to tell
    }
  }

  reportBreaks(breaks: readonly PrefixBreak[]): void {
    for (const broken of breaks) {
      this.#tell(() => this.config.reports?.onPrefixBreak?.(broken));
    }
  }

  /** Adds a message nobody has seen yet. */
  async say(message: AgentMessage): Promise<void> {
    await this.#inTurn(() => this.#write(message, true));
  }

  /** Adds a message whose start was already told. */
  async finish(message: AgentMessage): Promise<void> {
    await this.#inTurn(() => this.#write(message, false));
  }

  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.reportDefect(error);
    }
  }

  #guarded(options: HarmonyGuardOptions = {}): HarmonyGuardOptions {
    return { ...options, onLeak: (event) => this.#tell(() => options.onLeak?.(event)) };
  }

  /** One message after the other, though tools end beside each other. */
  async #inTurn(write: () => Promise<void>): Promise<void> {
    const turn = this.#writing === undefined ? write() : this.#writing.then(write, write);
    this.#writing = turn;
    try {
      await turn;
    } finally {
      if (this.#writing === turn) this.#writing = undefined;
    }
  }

  async #write(message: AgentMessage, isNew: boolean): Promise<void> {
    try {
      if (this.#canCommit) await this.config.reports?.commit?.(message);
    } catch (error) {
      this.#canCommit = false; // what cannot be kept once is not tried for what follows it
      throw error;
    } finally {
      if (isNew) this.emit({ type: "message_start", message });
      this.history.append(message);
      this.#added.push(message);
      this.emit({ type: "message_end", message });
    }
  }
}
