// What a session is given of tools: those it offers, who runs them, and the behaviour they bring along.
import type { ToolChoiceQueue } from "@oh-my-pi/pi-agent-core/tool-choice-queue";
import type { ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { Feature } from "./feature.ts";
import type { ToolShelf } from "./tool-shelf.ts";

/** The tools of a session and what they bring along. */
export interface SessionTools {
  readonly shelf: ToolShelf;
  readonly host: ToolHost;
  /** Asked before the session's own features. */
  readonly features?: readonly Feature[];
  /** Tools that the model must call next. */
  readonly choices?: ToolChoiceQueue;
}
