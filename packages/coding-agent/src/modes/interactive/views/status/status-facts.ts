// Gathers what the status line tells from the session and the state of the screen.
import type { Host } from "../../../../platform/host.ts";
import { isLocal } from "../../../../session/pick-model.ts";
import type { Face } from "../../face.ts";
import {
  statusLineLeft,
  statusLineOptions,
  statusLinePreset,
  statusLineRight,
  statusLineSeparator,
} from "../../settings.ts";
import type { StatusFacts } from "./segments.ts";
import type { StatusLayout } from "./status-line.ts";

/** What the face knows of its surroundings. */
export interface StatusPlace {
  readonly branch: string | undefined;
  readonly startedAtMs: number;
  readonly host: Pick<Host, "home" | "env" | "now">;
}

export function statusFacts(
  { sessions, state }: Pick<Face, "sessions" | "state">,
  { branch, startedAtMs, host }: StatusPlace,
): StatusFacts {
  const { model, thinkingLevel, log } = sessions.current;
  const { cwd, title, id } = log.header;
  return {
    model: `${model.provider}/${model.id}`,
    thinkingLevel: model.reasoning ? thinkingLevel : "off",
    path: shorten(cwd, host.home),
    branch,
    sessionName: title,
    sessionId: id,
    host: host.env["HOSTNAME"] ?? "",
    contextTokens: state.usage.contextTokens,
    contextWindow: model.contextWindow,
    usage: state.usage,
    queuedCount: state.queued.length,
    startedAtMs,
    nowMs: host.now(),
    isDemo: isLocal(model),
    options: sessions.held.settings.get(statusLineOptions),
  };
}

export function statusLayout({ sessions }: Pick<Face, "sessions">): StatusLayout {
  const { settings } = sessions.held;
  return {
    preset: settings.get(statusLinePreset),
    separator: settings.get(statusLineSeparator),
    left: settings.get(statusLineLeft),
    right: settings.get(statusLineRight),
  };
}

function shorten(path: string, home: string | undefined): string {
  if (home === undefined) return path;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
