// The things a transcript is made of, as plain data.
import type { ViewedResult } from "@oh-my-pi/pi-agent-core/view";

/** One thing in the transcript. */
export type Item = UserItem | StreamedItem | ToolItem | NoticeItem | SummaryItem;

export interface UserItem {
  readonly id: number;
  readonly kind: "user";
  readonly text: string;
  readonly imageCount: number;
}

/** Text of the model. `tail` is what the last step added to `text`. */
export interface StreamedItem {
  readonly id: number;
  readonly kind: "answer" | "thinking";
  readonly text: string;
  readonly tail: string;
  readonly isDone: boolean;
}

/** A tool call. `preparing` while its arguments still stream in. */
export interface ToolItem {
  readonly id: number;
  readonly kind: "tool";
  readonly callId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: "preparing" | "running" | "done" | "failed";
  /** What it gave, or has given so far. */
  readonly result: ViewedResult | undefined;
}

/** Something omp itself has to say. */
export interface NoticeItem {
  readonly id: number;
  readonly kind: "notice";
  readonly tone: "welcome" | "info" | "warning" | "error";
  readonly text: string;
}

/** What stands for a part of the conversation that was summed up. */
export interface SummaryItem {
  readonly id: number;
  readonly kind: "summary";
  readonly title: string;
  readonly text: string;
}

/** An item before it has its place. */
export type NewItem = Item extends infer Each
  ? Each extends Item
    ? Omit<Each, "id">
    : never
  : never;

/** True when the item will not change any more. */
export function isFinal(item: Item): boolean {
  switch (item.kind) {
    case "answer":
    case "thinking":
      return item.isDone;
    case "tool":
      return item.status === "done" || item.status === "failed";
    default:
      return true;
  }
}
