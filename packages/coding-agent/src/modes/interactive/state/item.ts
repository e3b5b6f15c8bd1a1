// The things a transcript is made of, as plain data.
import type { ViewedResult } from "@oh-my-pi/pi-agent-core/view";

/** One thing in the transcript. */
export type Item = UserItem | StreamedItem | ToolItem | CommandItem | NoticeItem | SummaryItem;

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

/** A command of the person. */
export interface CommandItem {
  readonly id: number;
  readonly kind: "command";
  readonly command: string;
  readonly isKeptFromModel: boolean;
  /** What it has written, or the end of that. */
  readonly output: string;
  readonly status: "running" | "done" | "failed";
  /** How it ended, where that needs words. */
  readonly note: string;
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
    case "command":
      return item.status === "done" || item.status === "failed";
    default:
      return true;
  }
}
