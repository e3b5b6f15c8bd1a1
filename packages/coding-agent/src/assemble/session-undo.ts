// The undo journal of a session: whether there is one, where it lies, what it leaves out.
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import type { CommandRunner } from "../services/command-runner.ts";
import { DEFAULT_LIMITS } from "../services/undo/coverage.ts";
import { journaledRunner } from "../services/undo/journaled-runner.ts";
import { undoEnabled, undoMaxMegabytes } from "../services/undo/settings.ts";
import { UndoJournal } from "../services/undo/undo-journal.ts";
import type { Feature } from "../session/feature.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import { UndoFeature } from "../session/undo/undo-feature.ts";
import type { Settings } from "../settings/settings.ts";
import { defectLog } from "./defect-log.ts";
import type { SessionSecrets } from "./session-secrets.ts";

interface UndoSources {
  readonly launch: Pick<Launch, "cwd" | "apiKey" | "embedded">;
  readonly log: Pick<SessionLog, "header">;
  readonly host: Host;
  readonly settings: Pick<Settings, "get">;
  readonly secrets: Pick<SessionSecrets, "hide">;
}

/** What a session has of undo. */
export interface SessionUndo {
  /** Absent where it is switched off. */
  readonly journal: UndoJournal | undefined;
  readonly features: readonly Feature[];
  /** The same runner, its background commands followed. */
  follow(runner: CommandRunner): CommandRunner;
}

export function sessionUndo(sources: UndoSources): SessionUndo {
  const journal = openJournal(sources);
  return {
    journal,
    features: journal === undefined ? [] : [new UndoFeature(journal)],
    follow: (runner) => (journal === undefined ? runner : journaledRunner(runner, journal)),
  };
}

/** Opens nothing yet: the first call of a tool, or the first command, does. */
function openJournal(sources: UndoSources): UndoJournal | undefined {
  const { launch, log, host, settings, secrets } = sources;
  if (!settings.get(undoEnabled)) return undefined;
  const { undoDir, agentDir, logsDir, sessionsDir } = agentPaths(host);
  const maxStoreBytes = settings.get(undoMaxMegabytes) * 1024 * 1024;
  return new UndoJournal({
    root: launch.cwd,
    directory: undoDir,
    session: log.header.id,
    platform: host.platform,
    now: host.now,
    limits: {
      ...DEFAULT_LIMITS,
      maxTreeBytes: Math.min(DEFAULT_LIMITS.maxTreeBytes, maxStoreBytes / 2),
      maxStoreBytes,
    },
    excluded: [agentDir, logsDir, sessionsDir],
    hide: secrets.hide,
    onDefect: defectLog(host, launch, secrets.hide),
  });
}
