// Who watches where the text of a session comes from, bound to its project, its settings and its log.
import type { ContextFile } from "../discovery/context-files/context-file.ts";
import type { Host } from "../platform/host.ts";
import { type ForeignPlace, ForeignWatch } from "../services/origin/foreign-watch.ts";
import { foreignText } from "../services/origin/settings.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionLog } from "../session/log/session-log.ts";
import type { Session } from "../session/session.ts";
import { foreignTextIn } from "../session/state/foreign-text.ts";
import type { Settings } from "../settings/settings.ts";
import type { ProjectTrust } from "../trust/project-trust.ts";
import { personsWords } from "./persons-words.ts";

export interface WatchSources {
  readonly launch: Launch;
  readonly host: Host;
  readonly settings: Settings;
  readonly log: SessionLog;
  /** Where commands run now. */
  readonly directory: () => string;
  readonly trust: Pick<ProjectTrust, "isTrusted" | "isTrustedPath">;
  /** Standing instructions that the model is told from the beginning. */
  readonly contextFiles: readonly ContextFile[];
  /** The session that the gate belongs to; there once a call is made. */
  readonly conversation: () => Pick<Session, "messages" | "record">;
}

/** The watch of a session that begins; what the model is told from the beginning is noted. */
export function watchFor(sources: WatchSources): ForeignWatch {
  const { launch, host, settings, trust, directory } = sources;
  const place: ForeignPlace = {
    root: launch.cwd,
    home: host.home,
    tmp: host.tmp,
    directory,
    isTrusted: trust.isTrusted,
    isTrustedPath: (path) => trust.isTrustedPath(path),
    said: () => personsWords(sources.conversation().messages),
  };
  const watch = new ForeignWatch(place, () => settings.get(foreignText));
  for (const { level, path } of sources.contextFiles)
    if (level === "project") watch.note({ kind: "project", source: path }, "");
  return watch;
}

/** What a resumed session has heard counts on; whatever it holds may be the project's. */
export function restorer({ log }: WatchSources, watch: ForeignWatch): () => void {
  let isRestored = log.index.leaf === undefined;
  return () => {
    if (isRestored) return;
    isRestored = true;
    watch.note({ kind: "project", source: "what was read before" }, "");
    const before = foreignTextIn(log);
    if (before !== undefined) watch.note(before, "");
  };
}
