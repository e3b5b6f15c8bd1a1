// The settings of a session: read after the decision about its project, sound, and followed while it lasts.
import { agentPaths } from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import { timed } from "../platform/timing.ts";
import type { Launch } from "../session/launch.ts";
import { type Layer, noteText } from "../settings/layers.ts";
import { loadSettings, type Settings } from "../settings/settings.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";
import { DECLARED } from "./declared-settings.ts";
import { environmentLayers } from "./environment-layers.ts";
import { projectTrust, settingsFiles } from "./project-trust.ts";
import { runLayers } from "./run-layers.ts";

/** Watches the user's file once it is started, where the session lasts. */
interface Following {
  readonly start: () => void;
  readonly stop: () => void;
}

interface SessionSettings {
  readonly trust: ProjectTrust;
  readonly settings: Settings;
  readonly following: Following;
}

/** Decides about the project and reads the settings. Throws UserError for rules that cannot be understood. */
export function sessionSettings(launch: Launch, host: Host): Promise<SessionSettings> {
  return timed("settings", () => readSettings(launch, host));
}

async function readSettings(launch: Launch, host: Host): Promise<SessionSettings> {
  const trust = await projectTrust(launch, host);
  const settings = requireSound(await settingsOf(host, trust, runLayers(launch)));
  const ended = new AbortController();
  const following: Following = {
    // Readers ask where they use a value; there is nobody to tell.
    start: () => launch.isLasting === true && settings.watch(ended.signal, () => {}),
    stop: () => ended.abort(),
  };
  return { trust, settings, following };
}

/** The settings in force where omp stands, for commands that have no session. */
export async function userSettings(
  host: Host,
  overrides: readonly Layer[] = [],
): Promise<Settings> {
  const trust = await projectTrust({ cwd: host.cwd, isInteractive: true }, host);
  return settingsOf(host, trust, overrides);
}

function settingsOf(
  host: Host,
  trust: ProjectTrust,
  overrides: readonly Layer[] = [],
): Promise<Settings> {
  return loadSettings({
    declared: DECLARED,
    globalFile: agentPaths(host).configFile,
    projectFiles: settingsFiles(trust),
    notes: trust.notes.map((problem) => ({ key: "", source: "project", problem })),
    overrides: [...environmentLayers(host.env), ...overrides],
    platform: host.platform,
  });
}

/** The defaults could allow more than the user wanted: a session does not start on rules that cannot be read. */
function requireSound(settings: Settings): Settings {
  const grave = settings.notes.find(({ isGrave }) => isGrave === true);
  if (grave === undefined) return settings;
  throw new UserError(`${noteText(grave)} Put it right first.`);
}
