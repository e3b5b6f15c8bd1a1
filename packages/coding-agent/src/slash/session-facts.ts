// Facts about the current session, as the commands of its table give them, with their types.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { CurrentSession } from "../session/session-holder.ts";
import type { SessionStats } from "../session/session-stats.ts";

/** What `get_state` tells, as far as slash commands look at it. */
export interface StateFacts {
  readonly systemPrompt: string;
  readonly dumpTools: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: unknown;
  }[];
  readonly contextUsage: {
    readonly tokens: number;
    readonly contextWindow: number;
    readonly percent: number;
  };
  readonly messageCount: number;
  readonly queuedMessageCount: number;
}

export async function stateOf(sessions: CurrentSession): Promise<StateFacts> {
  return (await sessions.send({ type: "get_state" })) as StateFacts;
}

export async function statsOf(sessions: CurrentSession): Promise<SessionStats> {
  return (await sessions.send({ type: "get_session_stats" })) as SessionStats;
}

export async function modelsOf(sessions: CurrentSession): Promise<readonly Model[]> {
  const { models } = (await sessions.send({ type: "get_available_models" })) as {
    models: readonly Model[];
  };
  return models;
}
