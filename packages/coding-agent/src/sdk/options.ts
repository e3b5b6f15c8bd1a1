// What an embedding program may say about a session; everything is found as the command line finds it unless it is given.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { AssistantStream } from "@oh-my-pi/pi-ai/event";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import type { ContextFile } from "../discovery/context-files/context-file.ts";
import type { Dialogs } from "../services/dialogs.ts";
import type { AskTrust } from "../trust/project-trust.ts";
import type { CustomProvider } from "./custom-provider.ts";
import type { CustomTool } from "./custom-tool.ts";
import type { Place } from "./place.ts";
import type { Settings, SettingValues } from "./settings.ts";
import type { SessionManager } from "./session-manager.ts";

/** Where the session lives; its directory is the manager's unless one is named. */
export interface PlaceOptions extends Place {
  /** Which session; default a new one in a file. */
  readonly sessionManager?: SessionManager;
}

/** Which model answers, and how it is reached. */
export interface ModelOptions {
  /** `provider/id`, an id or part of a name, with `:level`. */
  readonly model?: string;
  readonly thinkingLevel?: ThinkingLevel;
  readonly apiKey?: string;
  /** Providers by id: servers, or functions that answer. */
  readonly providers?: Readonly<Record<string, CustomProvider>>;
  /** Stands before every request to a model; `next` sends it. */
  readonly streamFn?: (
    request: ChatRequest,
    call: { readonly signal: AbortSignal },
    next: StreamFunction,
  ) => AssistantStream;
}

/** Everything that can be said about a session. */
export interface CreateAgentSessionOptions extends PlaceOptions, ModelOptions {
  /** Names of built-in tools; default the usual ones, `[]` for none. */
  readonly toolNames?: readonly string[];
  readonly customTools?: readonly CustomTool[];
  /** The whole prompt in segments, or a function from the usual ones. */
  readonly systemPrompt?: readonly string[] | ((usual: readonly string[]) => readonly string[]);
  /** Standing instructions; default those that are found. */
  readonly contextFiles?: readonly ContextFile[];
  /** Settings for this session over the user's files, by dotted key or nested; of a `Settings` its overrides. */
  readonly settings?: SettingValues | Settings;
  /**
   * Who answers questions and approvals, `"host"` for the program that `runRpcMode` serves; without it nobody is asked, and
   * what would need a yes is refused.
   */
  readonly ui?: Dialogs | "host";
  /** A person will see it in `InteractiveMode`, which asks them what needs a yes. */
  readonly interactive?: boolean;
  /** Read none of the project's own settings, so that nobody needs to trust it. */
  readonly ignoreProject?: boolean;
  /** Asks whether a project is trusted; without it a project that needs trust is refused. */
  readonly askTrust?: AskTrust;
  /** Hears of faults in omp itself; default the log file. */
  readonly onDefect?: (defect: unknown) => void;
}
