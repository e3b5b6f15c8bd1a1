// The sessions of a terminal face: the one that is shown, what belongs to it, and how another takes its place.
import type { ApprovalDesk } from "../../services/approval/approval-desk.ts";
import type { Terminals } from "../../services/shell/terminals.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import type { Settings } from "../../settings/settings.ts";

/** What belongs to a session beside itself. */
export interface FaceHolding {
  readonly settings: Settings;
  /** Where tool calls that need a yes are asked about. */
  readonly desk: ApprovalDesk;
  /** Where programs that want a terminal of their own are shown. */
  readonly shell: { readonly terminals: Terminals };
}

/** The session that is shown, and the next ones. */
export interface FaceSessions extends CurrentSession {
  readonly held: FaceHolding;
  /** Calls the watcher whenever another session took the place of the current one. */
  onChange(watcher: (held: FaceHolding) => void): () => void;
}
