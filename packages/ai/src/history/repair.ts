// What was done to a conversation so that a provider accepts it. Types only.

export type RepairKind =
  | "synthetic-result"
  | "orphan-result"
  | "duplicate-result"
  | "empty-content"
  | "thinking-removed"
  | "thinking-as-text"
  | "image-omitted"
  | "incomplete-call"
  | "message-dropped"
  | "tool-id";

/** One change, and the message (by its place in the given history) it was made for. */
export interface Repair {
  readonly kind: RepairKind;
  readonly messageIndex: number;
  readonly detail: string;
}

/** Takes note of a change. */
export type NoteRepair = (kind: RepairKind, detail: string) => void;
