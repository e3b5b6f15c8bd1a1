// Everything that the entries of a path decide besides the context, as one fold. A compaction of ours
// carries the state at its place, so that a long session can be opened without reading what lies before it.
import type { SessionEntry } from "../log/entry.ts";
import type { Fold } from "./fold.ts";
import { inbox, type InboxItem } from "./inbox.ts";
import { isSavedPrompt, savedPrompt, type SavedPrompt } from "./saved-prompt.ts";
import { pathSettings, type PathSettings } from "./settings-of-path.ts";
import { isTodoPhases, todos, type TodoPhase } from "./todos.ts";

export interface SessionState {
  readonly settings: PathSettings;
  readonly inbox: readonly InboxItem[];
  readonly todos: readonly TodoPhase[];
  /** The system prompt, once there is one. */
  readonly prompt?: SavedPrompt;
}

/** Key in `preserveData` of a compaction under which the state stands. */
const CHECKPOINT_KEY = "ompState";

export const sessionState: Fold<SessionState> = {
  initial: { settings: pathSettings.initial, inbox: inbox.initial, todos: todos.initial },
  step(state, entry) {
    const checkpoint = checkpointIn(entry);
    if (checkpoint !== undefined) return checkpoint;
    const prompt = savedPrompt.step(state.prompt, entry);
    return {
      settings: pathSettings.step(state.settings, entry),
      inbox: inbox.step(state.inbox, entry),
      todos: todos.step(state.todos, entry),
      ...(prompt !== undefined && { prompt }),
    };
  },
};

/** What a compaction entry keeps of the state. */
export function toCheckpoint(state: SessionState): Record<string, unknown> {
  return { [CHECKPOINT_KEY]: state };
}

/** The state that a compaction of ours recorded. */
export function checkpointIn(entry: SessionEntry): SessionState | undefined {
  if (entry.type !== "compaction") return undefined;
  const data = entry.preserveData as Record<string, unknown> | null | undefined;
  const kept = data?.[CHECKPOINT_KEY] as Partial<SessionState> | null | undefined;
  if (typeof kept?.settings?.mode !== "string" || typeof kept.settings.models !== "object")
    return undefined;
  if (kept.prompt !== undefined && !isSavedPrompt(kept.prompt)) return undefined;
  return Array.isArray(kept.inbox) && isTodoPhases(kept.todos) ? (kept as SessionState) : undefined;
}
