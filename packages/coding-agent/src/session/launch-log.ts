// The log of a launch: the session that was asked for, or a new one; where a new one cannot be kept, the run
// goes on without and says so.
import { join } from "node:path";
import { type AgentPaths, sessionDirName } from "../platform/agent-paths.ts";
import { AppendFileError } from "../platform/append-file.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { Launch } from "./launch.ts";
import { BlobStore } from "./log/blob-store.ts";
import type { EntryRef } from "./log/entry-index.ts";
import { newSessionId, sessionFileName } from "./log/entry-id.ts";
import { createSessionLog, openSessionLog } from "./log/open-log.ts";
import type { SessionLog } from "./log/session-log.ts";

/** Opens the log; `note` hears what the user should know. */
export function openLaunchLog(
  launch: Launch,
  host: Host,
  paths: AgentPaths,
  note: (text: string) => void,
): SessionLog {
  const id = newSessionId();
  const folder = sessionFolder(launch, host, paths);
  const { platform, now } = host;
  const place = { cwd: launch.cwd, platform, now, blobs: new BlobStore(paths.blobsDir) };
  const { sessionFile, parentSession } = launch;
  const header = { id, ...(parentSession !== undefined && { parentSession }) };
  if (sessionFile !== undefined) return openAsked({ ...place, file: sessionFile });
  if (launch.isEphemeral === true) return createSessionLog({ ...place, file: undefined }, header);
  const file = join(folder, sessionFileName(id, new Date(now()).toISOString()));
  try {
    return createSessionLog({ ...place, file }, header);
  } catch (error) {
    if (!(error instanceof AppendFileError)) throw error;
    note(`this session is not saved: ${error.message}`);
    return createSessionLog({ ...place, file: undefined }, header);
  }
}

/** Where new sessions of a launch are kept. */
export function sessionFolder(launch: Launch, host: Host, paths: AgentPaths): string {
  return launch.sessionDir ?? join(paths.sessionsDir, sessionDirName(launch.cwd, host));
}

/** A session that is gone on with keeps its model unless another one is asked for. */
export function withSavedModel(launch: Launch, host: Host): Launch {
  const { sessionFile, model, provider, cwd } = launch;
  if (sessionFile === undefined || model !== undefined || provider !== undefined) return launch;
  using log = openAsked({ file: sessionFile, cwd, platform: host.platform, now: host.now });
  const saved = savedModel(log);
  return saved === undefined ? launch : { ...launch, model: saved };
}

/** The model that the path chose last, else the one that answered; reads little of a long session. */
function savedModel(log: SessionLog): string | undefined {
  const { index } = log;
  let answeredBy: string | undefined;
  let looked = 0;
  for (const ordinal of index.ancestors(index.leaf?.ordinal ?? -1)) {
    const type = index.typeAt(ordinal);
    if (type !== "model_change" && (type !== "message" || looked++ >= MAX_LOOKS)) continue;
    const entry = log.read(index.at(ordinal) as EntryRef);
    if (entry?.type === "model_change" && (entry.role ?? "default") === "default")
      return entry.model;
    if (entry?.type === "message" && entry.message.role === "assistant")
      answeredBy ??= `${entry.message.provider}/${entry.message.model}`;
  }
  return answeredBy;
}

/** Messages that are read in search of an answer. */
const MAX_LOOKS = 20;

function openAsked(place: Parameters<typeof openSessionLog>[0]): SessionLog {
  try {
    return openSessionLog(place);
  } catch (error) {
    if (error instanceof AppendFileError) throw new UserError(error.message, "error");
    throw error;
  }
}
