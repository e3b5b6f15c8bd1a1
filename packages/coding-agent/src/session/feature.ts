// What a feature of a session is, and the little it may see and do. Features never meet each other: where two
// must agree, they do so through the log.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { Setting } from "../settings/setting.ts";
import type { CustomMessage, NewEntry, SessionEntry } from "./log/entry.ts";
import type { Ask, AskAnswer } from "./one-shot.ts";
import type { SessionEvent } from "./session-event.ts";
import type { ContextItem } from "./state/context-messages.ts";
import type { SessionState } from "./state/session-state.ts";

/** The session as a feature sees it; read only. */
export interface FeatureState {
  readonly model: Model;
  readonly items: readonly ContextItem[];
  readonly decided: SessionState;
  /** Tokens that the next request would take, as far as that can be known. */
  readonly contextTokens: number;
  /** Tokens of system prompt and tools. */
  readonly overheadTokens: number;
}

/** Everything a feature can reach. */
export interface FeaturePort {
  readonly state: FeatureState;
  /** Fires when the run, or the idle time, ends. */
  readonly signal: AbortSignal;
  /** Writes an entry; it is in force at once. */
  append(entry: NewEntry): SessionEntry;
  /** Goes on from an earlier entry, or from a new root; false when there is no such entry. */
  branch(entryId: string | null): boolean;
  /** Puts a message at the head of what the run says when it goes on. */
  enqueue(message: CustomMessage): void;
  emit(event: SessionEvent): void;
  settings<Value>(setting: Setting<Value>): Value;
  /** Asks a model something beside the conversation. */
  complete(ask: Ask): Promise<AskAnswer>;
}

/** How a run ended. */
export interface RunEnd {
  readonly answer: AssistantMessage | undefined;
  /** Why the last answer failed, as the provider said it. */
  readonly facts: ProviderErrorFacts | undefined;
}

/** A part of a session's behaviour. */
export interface Feature {
  readonly name: string;
  /** Once before what a prompt sets in motion. */
  beforePrompt?(port: FeaturePort): void;
  beforeRequest?(port: FeaturePort): Promise<void>;
  /** Says `again` when the model is to be asked once more. */
  afterRun?(end: RunEnd, port: FeaturePort): Promise<"again" | undefined>;
  /** When everything has ended and nobody says anything. */
  whenIdle?(port: FeaturePort): Promise<void>;
}
