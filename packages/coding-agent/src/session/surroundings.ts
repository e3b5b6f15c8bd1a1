// What a session may have around it besides its model and tools; each is there only where somebody provides it.
import type { HostBridge } from "../services/host-bridge/host-bridge.ts";
import type { LeaseBook } from "../services/approval/lease-book.ts";
import type { Logins } from "../services/logins.ts";
import type { Sandbox } from "../services/sandbox/sandbox.ts";
import type { SessionTelemetry } from "../services/telemetry/session-telemetry.ts";
import type { UserBash } from "../services/user-bash.ts";
import type { UndoJournal } from "../services/undo/undo-journal.ts";
import type { SessionWork } from "./work/session-work.ts";
import type { SummingMeans } from "./compaction/compaction-hooks.ts";

export interface SessionSurroundings {
  /** Tools and addresses of the program that embeds omp. */
  readonly hostBridge?: HostBridge | undefined;
  /** Commands that the person runs themselves. */
  readonly userBash?: UserBash | undefined;
  /** What the person has allowed for longer than one call. */
  readonly leases?: LeaseBook | undefined;
  /** Where the commands of the model run. */
  readonly sandbox?: Pick<Sandbox, "status" | "allowHost"> | undefined;
  /** Keys that the user can add. */
  readonly logins?: Logins | undefined;
  /** What was done to files, and the way back; absent where it is switched off. */
  readonly undo?: UndoJournal | undefined;
  /** Keeps account of where time goes. */
  readonly work?: SessionWork | undefined;
  /** Summarisers and hooks of compactions. */
  readonly summing?: SummingMeans | undefined;
  /** Hears what is asked and called; absent where nobody measures. */
  readonly telemetry?: SessionTelemetry | undefined;
}
