// What a session is made of; whoever assembles one gives this.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { CredentialRotation } from "../services/credential-rotation.ts";
import type { InitialChoices, ModelDirectory } from "./choices.ts";
import type { SessionLog } from "./log/session-log.ts";
import type { PromptDraft } from "./prompt/session-prompt.ts";
import type { SettingsSource } from "./session-settings.ts";
import type { SessionTools } from "./session-tools.ts";
import type { SessionSurroundings } from "./surroundings.ts";

/** What a session is made of. */
export interface SessionParts extends SessionSurroundings {
  readonly log: SessionLog;
  readonly initial: InitialChoices;
  readonly models: ModelDirectory;
  readonly rotation: CredentialRotation;
  /** The system prompt as it would be made now; a resumed session keeps its own. */
  readonly prompt: PromptDraft;
  readonly tools: SessionTools;
  readonly stream: StreamFunction;
  /** What every request carries besides the session's choices. */
  readonly requestOptions: RequestOptions;
  readonly settings: SettingsSource;
  readonly clock: Clock;
  readonly random?: () => number;
  /** Sessions of people get a title of their own accord. */
  readonly hasTitles?: boolean;
  /** Hears of faults in omp itself; they end no run. */
  readonly onDefect: (defect: unknown) => void;
  /** Ends what the session's tools keep running. */
  readonly onClose?: () => Promise<void>;
}
