// Everything the views are made from. Data only; how it comes about is in the reducer.
import { EMPTY_STORY, type Story } from "./story.ts";

export interface UiState {
  readonly story: Story;
  readonly isRunning: boolean;
  /** A command of the person runs. */
  readonly isCommandRunning: boolean;
  /** Texts that were accepted and wait to be said. */
  readonly queued: readonly QueuedText[];
  readonly usage: UsageState;
  /** Pictures that go with the next message. */
  readonly attached: readonly Picture[];
  readonly view: ViewChoices;
  /** What others put beside the conversation, by their keys. */
  readonly beside: BesideState;
}

/** Lines above the editor, and words in the status line. */
export interface BesideState {
  readonly widgets: ReadonlyMap<string, readonly string[]>;
  readonly statuses: ReadonlyMap<string, string>;
}

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** What the session has used. */
export interface UsageState {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cost: number;
  /** Tokens a second of the last answer. */
  readonly rate: number;
  /** Tokens of the context, as the last answer counted them. */
  readonly contextTokens: number;
}

/** How much of the transcript is shown. */
export interface ViewChoices {
  /** Output of tools in full. */
  readonly isExpanded: boolean;
  readonly hidesThinking: boolean;
  /** After each answer, what it used. */
  readonly showsUsage: boolean;
}

/** A text in the queue: said before the next request, or when the run would end. */
export interface QueuedText {
  readonly text: string;
  readonly mode: "steer" | "followUp";
}

export const INITIAL: UiState = {
  story: EMPTY_STORY,
  isRunning: false,
  isCommandRunning: false,
  queued: [],
  usage: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    cost: 0,
    rate: 0,
    contextTokens: 0,
  },
  attached: [],
  view: { isExpanded: false, hidesThinking: false, showsUsage: false },
  beside: { widgets: new Map(), statuses: new Map() },
};
