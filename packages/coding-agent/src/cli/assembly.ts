// What the composition root offers to the command line; the two never import each other.
import type { Host } from "../platform/host.ts";
import type { ApprovalDesk } from "../services/approval/approval-desk.ts";
import type { Terminals } from "../services/shell/terminals.ts";
import type { Launch } from "../session/launch.ts";
import type { Held } from "../session/session-holder.ts";
import type { Settings } from "../settings/settings.ts";

export interface Assembly {
  /** `canAsk` as in `Presence`: whoever shows the session can put a model's questions to a person. */
  createSession(
    launch: Launch,
    host: Host,
    presence?: { readonly canAsk?: boolean },
  ): Promise<AssembledSession>;
  /** The settings in force without any session. */
  loadSettings(host: Host): Promise<Settings>;
}

export interface AssembledSession extends Held<AssembledSession> {
  readonly settings: Settings;
  readonly shell: { readonly terminals: Terminals };
  readonly notes: readonly string[];
  readonly tourDirectory: string | undefined;
  readonly desk: ApprovalDesk;
}
