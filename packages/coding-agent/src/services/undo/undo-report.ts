// What the undo journal says of itself to whoever uses it. Types, and the one error that is meant for people.
import type { UndoLimits } from "./coverage.ts";
import type { FileChange } from "./file-state.ts";
import type { Direction } from "./journal-tables.ts";
import type { Refused } from "./plan-reversal.ts";

export interface UndoJournalOptions {
  readonly root: string;
  readonly directory: string;
  readonly session: string;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
  readonly limits?: UndoLimits;
  /** Folders that are never journaled, such as omp's own. */
  readonly excluded?: readonly string[];
  /** Takes secrets out of what turns and steps are called. */
  readonly hide?: (text: string) => string;
  /** Hears of what keeps the journal from working; commands run all the same. */
  readonly onDefect?: (defect: unknown) => void;
  /** Hears of each change that taking back makes. */
  readonly onApplied?: (change: FileChange) => void;
}

/** Which call or command is about to change files. */
export interface StepOrigin {
  readonly label: string;
  readonly tool?: string | undefined;
  readonly callId?: string | undefined;
  /** The subagent that makes it; absent for the session itself. */
  readonly agentId?: string | undefined;
}

/** Something that may change files, since when. */
export interface RunningStep {
  readonly origin: StepOrigin;
  readonly startedAtMs: number;
}

/** How far to take back. */
export interface ReversalWish {
  /** Take back what can be, when some files cannot. */
  readonly rest?: boolean;
  /** Only what this subagent did. */
  readonly agentId?: string | undefined;
}

/** What taking back, or doing again, came to. */
export interface ReversalReport {
  readonly direction: Direction;
  /** False when files were refused and nothing was touched. */
  readonly isDone: boolean;
  readonly turns: number;
  readonly files: readonly FileChange[];
  readonly refused: readonly Refused[];
  /** Directories that stay because somebody else's files are in them. */
  readonly kept: readonly string[];
  /** What a person should know besides, in sentences. */
  readonly notes: readonly string[];
}

/** Something that the person can be told in a sentence. */
export class UndoError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UndoError";
  }
}
