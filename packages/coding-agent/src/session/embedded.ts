// What a program that embeds omp in its own process gives a session beyond what flags can say. Plain values and
// functions; each may be left out.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { LocalProtocol } from "@oh-my-pi/pi-ai/protocol-registry";
import type { ProviderConfig } from "@oh-my-pi/pi-catalog/models-config";
import type { ContextFile } from "../discovery/context-files/context-file.ts";

/** Parts that the embedding program brings along. */
export interface EmbeddedParts {
  /** Offered from the start, after the built-in ones. */
  readonly tools?: readonly Tool[];
  /** Providers by id, as models.yml would describe them. */
  readonly providers?: Readonly<Record<string, ProviderConfig>>;
  /** Models that answer inside the program, by the `api` of their providers. */
  readonly protocols?: Readonly<Record<string, LocalProtocol>>;
  /** Stands between the session and every model. */
  readonly wrapStream?: (stream: StreamFunction) => StreamFunction;
  /** Standing instructions instead of those that would be found. */
  readonly contextFiles?: readonly ContextFile[];
  /** Has the last word on the system prompt of a new session. */
  readonly shapePrompt?: (segments: readonly string[]) => readonly string[];
  /** Hears of faults in omp itself, instead of the log file. */
  readonly onDefect?: (defect: unknown) => void;
}
