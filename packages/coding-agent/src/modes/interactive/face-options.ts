// What the terminal face is made from.
import type { Capabilities } from "@oh-my-pi/pi-tui/capabilities";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal";
import type { ApprovalDesk } from "../../services/approval/approval-desk.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import type { Settings } from "../../settings/settings.ts";
import type { StyleDesk } from "./theming/style-desk.ts";
import type { Keys } from "./keys.ts";
import type { ViewKit } from "./views/item-views.ts";

/** What belongs to a session beside itself. */
export interface FaceHolding {
  readonly settings: Settings;
  /** Where tool calls that need a yes are asked about. */
  readonly desk: ApprovalDesk;
}

/** The session that is shown, and the next ones. */
export interface FaceSessions extends CurrentSession {
  readonly held: FaceHolding;
  /** Calls the watcher whenever another session took the place of the current one. */
  onChange(watcher: (held: FaceHolding) => void): () => void;
}

export interface FaceOptions {
  readonly sessions: FaceSessions;
  readonly terminal: Terminal;
  readonly capabilities: Capabilities;
  readonly styles: StyleDesk;
  readonly kit: ViewKit;
  readonly keys: Keys;
  readonly welcome: string;
  /** Said at once, one after the other. */
  readonly messages: readonly string[];
  /** What an empty first prompt stands for, as in the tour. */
  readonly emptyMeans: string | undefined;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}
