// What the screen knows of commands that the person runs: their card, and whether one runs now. Pure.
import type { BashExecutionMessage } from "../../../session/log/entry.ts";
import { endText } from "../../../slash/read-bang.ts";
import type { CommandItem, NewItem } from "./item.ts";
import { addItem, changeItem, type Story } from "./story.ts";
import type { UiState } from "./ui-state.ts";

/** What happens to such a command. */
export type CommandIntent =
  | {
      readonly type: "command_started";
      readonly command: string;
      readonly isKeptFromModel: boolean;
    }
  | { readonly type: "command_output"; readonly text: string }
  | { readonly type: "command_ended"; readonly end: EndedCommand }
  | { readonly type: "command_failed"; readonly reason: string };

/** What a command has left. */
export interface EndedCommand extends Pick<
  BashExecutionMessage,
  "output" | "exitCode" | "cancelled" | "truncated"
> {
  /** Where the whole output is. */
  readonly artifactId?: string | undefined;
}

/** How much of what a command has written is kept while it runs. */
const MAX_LIVE = 64 * 1024;

/** The state after something happened to a command. */
export function reduceCommand(state: UiState, event: CommandIntent): UiState {
  switch (event.type) {
    case "command_started": {
      const { command, isKeptFromModel } = event;
      const item = { ...UNTOUCHED, command, isKeptFromModel };
      return { ...state, isCommandRunning: true, story: addItem(state.story, item) };
    }
    case "command_output":
      return changed(state, ({ output }) => ({ output: liveEnd(output + event.text) }));
    case "command_ended":
      return { ...changed(state, () => endedFields(event.end)), isCommandRunning: false };
    case "command_failed":
      return {
        ...changed(state, () => ({ status: "failed", note: event.reason })),
        isCommandRunning: false,
      };
  }
}

/** The card of a command that ran before. */
export function pastCommand(message: BashExecutionMessage): NewItem {
  const { command, excludeFromContext = false } = message;
  const item = { ...UNTOUCHED, command, isKeptFromModel: excludeFromContext };
  return { ...item, ...endedFields(message) };
}

/** What still runs goes on below, whatever is shown above it. */
export function withRunning(story: Story, before: Story): Story {
  const running = before.open.find((item) => item.kind === "command" && item.status === "running");
  return running === undefined ? story : addItem(story, running);
}

const UNTOUCHED = { kind: "command", output: "", status: "running", note: "" } as const;

function endedFields(end: EndedCommand): Pick<CommandItem, "output" | "status" | "note"> {
  const { output, exitCode, cancelled, truncated, artifactId } = end;
  const where = artifactId === undefined ? "" : `; all of it: artifact://${artifactId}`;
  const notes = [endText(end), truncated ? `The output was shortened${where}.` : ""];
  const isGood = !cancelled && exitCode === 0;
  return { output, status: isGood ? "done" : "failed", note: notes.filter(Boolean).join(" ") };
}

function changed(state: UiState, change: (item: CommandItem) => Partial<CommandItem>): UiState {
  const story = changeItem(state.story, (item) =>
    item.kind === "command" && item.status === "running" ? { ...item, ...change(item) } : undefined,
  );
  return { ...state, story };
}

/** The end of a text that grows, from the beginning of a line on. */
function liveEnd(text: string): string {
  if (text.length <= MAX_LIVE) return text;
  const kept = text.slice(-MAX_LIVE / 2);
  return kept.slice(kept.indexOf("\n") + 1);
}
