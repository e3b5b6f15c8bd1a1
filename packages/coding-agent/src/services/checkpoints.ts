// A mark in the conversation that an investigation can be rewound to. What rewinding does to the conversation is
// the session's business.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

export interface Checkpoint {
  readonly goal: string;
  /** ISO time. */
  readonly startedAt: string;
}

/** What a session offers; the session binds it. */
export interface Checkpoints {
  /** Subagents have no checkpoints of their own. */
  readonly isSubagent: boolean;
  active(): Checkpoint | undefined;
  start(goal: string): Checkpoint;
  /** At the end of the turn the conversation is cut back to the mark, and the report takes its place. */
  requestRewind(report: string): void;
}

/** `checkpoint` and `rewind` declare this need. */
export const checkpointsNeed = defineNeed<Checkpoints>("checkpoints");
