// Which session a start goes on with when nobody said which: none, or the newest of the directory where the user
// wants that. One that is open elsewhere is left alone.
import { agentPaths } from "../platform/agent-paths.ts";
import { AppendFileError, openAppendFile } from "../platform/append-file.ts";
import type { Host } from "../platform/host.ts";
import type { Launch } from "../session/launch.ts";
import { listFolders, listProjectSessions } from "../session/log/list-sessions.ts";
import { autoResume } from "../session/settings.ts";
import type { Settings } from "../settings/settings.ts";

/** The launch with the session that it goes on with, and what to tell the user. */
export function withNewestSession(
  asked: Launch,
  settings: Settings,
  host: Host,
): { readonly launch: Launch; readonly notes: readonly string[] } {
  const { mayResume, sessionFile, sessionDir, cwd } = asked;
  // Only the first session of a start is looked for.
  const launch = { ...asked, mayResume: false };
  if (mayResume !== true || sessionFile !== undefined || !settings.get(autoResume))
    return { launch, notes: [] };
  const scope = { sessionsDir: agentPaths(host).sessionsDir, cwd, host };
  const [newest] =
    sessionDir === undefined ? listProjectSessions(scope) : listFolders([sessionDir]);
  if (newest === undefined) return { launch, notes: [] };
  const trouble = troubleWith(newest.file, host.platform);
  if (trouble === undefined) return { launch: { ...launch, sessionFile: newest.file }, notes: [] };
  return { launch, notes: [`this is a new session: ${trouble}`] };
}

/** Why a session cannot be gone on with. */
function troubleWith(path: string, platform: NodeJS.Platform): string | undefined {
  try {
    using _held = openAppendFile({ path, platform, expect: "existing" });
    return undefined;
  } catch (error) {
    if (error instanceof AppendFileError) return error.message;
    throw error;
  }
}
