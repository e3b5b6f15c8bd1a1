// What a run of omp is asked to be, free of flags and faces. Whoever starts a session fills this in.
import type { ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import type { Dialogs } from "../services/dialogs.ts";
import type { EditorBridge } from "../services/editor/editor-bridge.ts";
import type { HostBridge } from "../services/host-bridge/host-bridge.ts";
import type { Layer } from "../settings/layers.ts";
import type { AskTrust } from "../trust/project-trust.ts";
import type { EmbeddedParts } from "./embedded.ts";
import type { Journal } from "./log/journal.ts";
import type { SessionStorage } from "./log/session-storage.ts";

/** Which session, and where it is kept. */
export interface LaunchedSession {
  /** Keep nothing on disk. */
  readonly isEphemeral?: boolean;
  readonly sessionDir?: string | undefined;
  /** Where sessions are kept instead of files; paths are names in it. */
  readonly storage?: SessionStorage | undefined;
  /** What the storage holds of the session, once that was read. */
  readonly journal?: Journal | undefined;
  /** Session file to go on with. */
  readonly sessionFile?: string | undefined;
  /** Where nothing else was asked for, the newest session of the directory may be gone on with. */
  readonly mayResume?: boolean;
  /** Session that a new one comes from. */
  readonly parentSession?: string | undefined;
  /** Conversation id that providers see instead of the session's own. */
  readonly providerSessionId?: string | undefined;
  /** Do not make up a title for the session. */
  readonly isUntitled?: boolean;
}

/** Which model is wanted. */
export interface ModelLaunch {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  /** Models to start with and to cycle through, with commas between them. */
  readonly models?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly thinking?: ThinkingLevel | undefined;
}

/** The wishes of whoever starts a session; everything may be left out. */
export interface Launch extends LaunchedSession, ModelLaunch {
  readonly cwd: string;
  readonly systemPrompt?: string | undefined;
  readonly appendSystemPrompt?: string | undefined;
  /** Names of built-in tools; undefined for the usual ones. */
  readonly tools?: readonly string[] | undefined;
  /** A person is watching: the demo model may give its tour. */
  readonly isInteractive?: boolean;
  /** The session waits for what comes, so that local servers are worth asking. */
  readonly isLasting?: boolean;
  /** What the program that embeds omp adds to its sessions. */
  readonly hostBridge?: HostBridge | undefined;
  /** What the program in whose process the session lives brings along. */
  readonly embedded?: EmbeddedParts | undefined;
  /** The editor that omp works in, with what it does for tools. */
  readonly editor?: EditorBridge | undefined;
  /** Who is asked where no terminal is; without them nobody is. */
  readonly dialogs?: Dialogs | undefined;
  /** Settings that hold for this run only, weakest first. */
  readonly overrides?: readonly Layer[];
  /** Asks the person whether a project is trusted; absent where that cannot be done. */
  readonly askTrust?: AskTrust | undefined;
  /** Tells whoever started the run something that came up later; absent where a face shows it. */
  readonly warn?: ((text: string) => void) | undefined;
  /** Read none of the project's own settings, servers and extensions. */
  readonly isProjectIgnored?: boolean;
}
