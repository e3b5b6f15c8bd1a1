// What the composition root offers to the command line; the two never import each other.
import type { Host } from "../platform/host.ts";
import type { ApprovalDesk } from "../services/approval/approval-desk.ts";
import type { BackgroundJobs } from "../services/jobs/background-jobs.ts";
import type { QuestionDesk } from "../services/question-desk.ts";
import type { Terminals } from "../services/shell/terminals.ts";
import type { Launch } from "../session/launch.ts";
import type { Held } from "../session/session-holder.ts";
import type { Settings } from "../settings/settings.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";

export interface Assembly {
  createSession(launch: Launch, host: Host, presence?: Presence): Promise<AssembledSession>;
  /** The settings in force without any session. */
  loadSettings(host: Host): Promise<Settings>;
}

export interface AssembledSession extends Held<AssembledSession> {
  readonly settings: Settings;
  readonly notes: readonly string[];
  readonly tourDirectory: string | undefined;
  readonly desk: ApprovalDesk;
  readonly questions: QuestionDesk;
  readonly trust: ProjectTrust;
  readonly hide: (text: string) => string;
  readonly shell: {
    readonly jobs: BackgroundJobs;
    readonly terminals: Terminals;
    /** The command that the person runs. */
    readonly userBash: { readonly isRunning: boolean; abort(): void };
  };
}

/** What the face of a session can do. */
interface Presence {
  /** It attends the question desk: the model may ask. */
  readonly canAsk?: boolean;
}
