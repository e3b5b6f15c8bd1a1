// The sessions of a terminal face: the one that is shown, what belongs to it, and how another takes its place.
import type { ApprovalDesk } from "../../services/approval/approval-desk.ts";
import type { QuestionDesk } from "../../services/question-desk.ts";
import type { Terminals } from "../../services/shell/terminals.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import type { SlashHolding } from "../../slash/create-slash-port.ts";

/** What belongs to a session beside itself. */
export interface FaceHolding extends SlashHolding {
  /** Where tool calls that need a yes are asked about. */
  readonly desk: ApprovalDesk;
  /** Where the model's questions wait for answers. */
  readonly questions: QuestionDesk;
  /** Jobs, and where programs that want a terminal of their own are shown. */
  readonly shell: SlashHolding["shell"] & { readonly terminals: Terminals };
}

/** The session that is shown, and the next ones. */
export interface FaceSessions extends CurrentSession {
  readonly held: FaceHolding;
  /** Calls the watcher whenever another session took the place of the current one. */
  onChange(watcher: (held: FaceHolding) => void): () => void;
}
