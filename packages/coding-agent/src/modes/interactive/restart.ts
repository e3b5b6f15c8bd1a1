// Shows the current session from its beginning, after it was changed behind the transcript.
import type { Session } from "../../session/session.ts";
import type { Face } from "./face.ts";
import { addUsage } from "./state/add-usage.ts";
import { historyItems } from "./state/history-items.ts";
import type { Intent } from "./state/reduce-ui.ts";
import { INITIAL } from "./state/ui-state.ts";

export function restart(face: Pick<Face, "sessions" | "dispatch">): void {
  face.dispatch(restarted(face.sessions.current));
}

/** The transcript as a session has it. */
export function restarted({ messages }: Pick<Session, "messages">): Intent {
  const answers = messages.filter((message) => message.role === "assistant");
  return {
    type: "restarted",
    items: historyItems(messages),
    usage: answers.reduce(addUsage, INITIAL.usage),
  };
}
