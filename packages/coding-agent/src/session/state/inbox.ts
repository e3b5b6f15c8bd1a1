// Messages that were accepted while a run went on and have not been said yet. They are in the log, so that
// they survive whatever ends the process.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { Fold } from "./fold.ts";

/** `steer` is said before the next request, `followUp` when the run would end. */
export type InboxKind = "steer" | "followUp";

export interface InboxItem {
  readonly id: string;
  readonly kind: InboxKind;
  readonly message: UserMessage;
}

/** `customType` of the entries that put items into the inbox and take them back. */
export const INBOX_TYPE = "omp.inbox";

export type InboxChange =
  | { readonly op: "add"; readonly item: InboxItem }
  | { readonly op: "drop"; readonly id: string }
  /** What waits, whatever the path says: where a conversation goes on from another point. */
  | { readonly op: "set"; readonly items: readonly InboxItem[] };

/** Items that wait. One leaves when it is said (its message entry names it) or taken back. */
export const inbox: Fold<readonly InboxItem[]> = {
  initial: [],
  step(items, entry) {
    if (entry.type === "message" && entry.queueId !== undefined) {
      return items.filter((item) => item.id !== entry.queueId);
    }
    if (entry.type !== "custom" || entry.customType !== INBOX_TYPE) return items;
    const change = entry.data as InboxChange;
    if (change.op === "set") return change.items;
    return change.op === "add"
      ? [...items, change.item]
      : items.filter((item) => item.id !== change.id);
  },
};
