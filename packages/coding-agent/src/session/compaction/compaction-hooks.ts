// Where extensions have a say in a compaction: before it, in what the summariser is asked, and after it.
import type { CompactedHistory } from "@oh-my-pi/pi-ai/protocol";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { SessionEntry } from "../log/entry.ts";
import type { Fetcher } from "../one-shot.ts";
import type { CompactionReason, CompactionResult } from "../session-event.ts";

/** What is about to be summed up. */
export interface CompactionOccasion {
  readonly reason: CompactionReason | "manual";
  readonly tokensBefore: number;
  readonly instructions?: string | undefined;
  readonly signal: AbortSignal;
}

/** Changes to the usual way. */
export interface CompactionAdvice {
  /** Takes the place of our own wording. */
  readonly prompt?: string;
  /** Lines that the summariser is given besides the conversation. */
  readonly context?: readonly string[];
  /** Kept on the entry. */
  readonly preserveData?: Readonly<Record<string, unknown>>;
}

/** All may be left out. What they throw is said and changes nothing. */
export interface CompactionHooks {
  /** Calls it off, or brings a summary of its own. */
  before?(
    occasion: CompactionOccasion,
  ): Promise<{ readonly cancel?: boolean; readonly compaction?: CompactionResult } | undefined>;
  compacting?(occasion: CompactionOccasion): Promise<CompactionAdvice | undefined>;
  /** After the entry was written; `isForeign` when an extension made the summary. */
  after?(entry: SessionEntry, isForeign: boolean): void;
}

/** Who may have a part in a compaction besides the model. */
export interface SummingMeans {
  /** Reaches a summariser of the user's own. */
  readonly fetcher?: Fetcher;
  readonly hooks?: CompactionHooks;
  readonly compactRemotely?: CompactRemotely | undefined;
}

/** Has a model's provider make a conversation shorter itself; undefined where it cannot. Throws when it fails. */
export type CompactRemotely = (
  request: ChatRequest,
  call: { readonly signal: AbortSignal },
) => Promise<CompactedHistory | undefined>;
