// What the ACP face is given by whoever starts it: sessions to open, and those that are kept.
import type { Host } from "../../platform/host.ts";
import type { ApprovalDesk } from "../../services/approval/approval-desk.ts";
import type { Dialogs } from "../../services/dialogs.ts";
import type { EditorBridge } from "../../services/editor/editor-bridge.ts";
import type { Held } from "../../session/session-holder.ts";
import type { SessionListing } from "../../session/log/list-sessions.ts";
import type { SlashHolding } from "../../slash/create-slash-port.ts";

/** A session with what the face needs of its surroundings. */
export interface AcpHeld extends Held<AcpHeld>, SlashHolding {
  readonly notes: readonly string[];
  readonly desk: ApprovalDesk;
}

export interface OpenRequest {
  readonly cwd: string;
  /** Session file to go on with; undefined for a new session. */
  readonly file?: string | undefined;
  readonly editor: EditorBridge;
  readonly dialogs: Dialogs;
  /** The editor can put the questions of a model to the person. */
  readonly canAsk: boolean;
}

export interface AcpHouse {
  readonly host: Host;
  /** Opens a session. Throws UserError for what the user can put right. */
  open(request: OpenRequest): Promise<AcpHeld>;
  /** Kept sessions, newest first; of all projects without a directory. */
  list(cwd?: string): readonly SessionListing[];
  /** The kept session of this id, also one that was never answered. */
  find(id: string): SessionListing | undefined;
  /** Copies a session file for a directory and gives the new one. */
  fork(file: string, cwd: string): string;
  /** Whether any provider has a key. */
  hasKeys(): Promise<boolean>;
  /** Hears of faults and of what the user should know; never goes to stdout. */
  note(text: string): void;
}
