// The log of a launch: the session that was asked for, or a new one; where a new one cannot be kept, the run
// goes on without and says so.
import { join } from "node:path";
import { type AgentPaths, agentPaths, sessionDirName } from "../platform/agent-paths.ts";
import { AppendFileError } from "../platform/append-file.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { Launch } from "./launch.ts";
import { BlobStore } from "./log/blob-store.ts";
import type { SessionEntry } from "./log/entry.ts";
import type { EntryRef } from "./log/entry-index.ts";
import type { Journal } from "./log/journal.ts";
import { newSessionId, sessionFileName } from "./log/entry-id.ts";
import {
  createSessionLog,
  idInName,
  indexSessionFile,
  type LogPlace,
  openSessionLog,
} from "./log/open-log.ts";
import { openForReading, type SessionFile } from "./log/read-session-file.ts";
import { parseObject } from "./log/scan-log.ts";
import type { HideSecrets, SessionLog } from "./log/session-log.ts";

/** Hears what the user should know. */
type Note = (text: string) => void;

interface LaunchLogOptions {
  readonly hide?: HideSecrets | undefined;
}

/** Opens the log; `note` hears what the user should know. */
export function openLaunchLog(
  launch: Launch,
  host: Host,
  paths: AgentPaths,
  note: Note,
  { hide }: LaunchLogOptions = {},
): SessionLog {
  const id = newSessionId();
  const folder = sessionFolder(launch, host, paths);
  const { platform, now } = host;
  const bare = { cwd: launch.cwd, platform, now, hide };
  const place = { ...bare, blobs: new BlobStore(paths.blobsDir) };
  const { sessionFile, parentSession, journal } = launch;
  const header = { id, ...(parentSession !== undefined && { parentSession }) };
  if (journal !== undefined) return openStored({ ...bare, journal, file: undefined }, header, note);
  if (sessionFile !== undefined) return openAsked({ ...place, file: sessionFile }, note);
  if (launch.isEphemeral === true) return createSessionLog({ ...bare, file: undefined }, header);
  const file = join(folder, sessionFileName(id, new Date(now()).toISOString()));
  try {
    return createSessionLog({ ...place, file }, header);
  } catch (error) {
    if (!(error instanceof AppendFileError)) throw error;
    note(`this session is not saved: ${error.message}`);
    return createSessionLog({ ...bare, file: undefined }, header);
  }
}

/** A session of a storage: gone on with where it holds something, else begun. */
function openStored(
  place: LogPlace & { readonly journal: Journal },
  header: NonNullable<Parameters<typeof createSessionLog>[1]>,
  note: Note,
): SessionLog {
  const { journal } = place;
  if (journal.size > 0) return openAsked(place, note);
  return asked(() => createSessionLog(place, { ...header, id: idInName(journal.path) }));
}

/** The launch with what its storage holds of the session; as it is where sessions are files. */
export async function withJournal(launch: Launch, host: Host): Promise<Launch> {
  const { storage, sessionFile } = launch;
  if (storage === undefined) return launch;
  const { StoredJournal } = await import("./log/stored-journal.ts");
  const folder = sessionFolder(launch, host, agentPaths(host));
  const timestamp = new Date(host.now()).toISOString();
  const path = sessionFile ?? join(folder, sessionFileName(newSessionId(), timestamp));
  if (sessionFile !== undefined && !storage.existsSync(sessionFile))
    throw new UserError(`There is no session ${sessionFile} in the storage.`, "error");
  try {
    if (sessionFile === undefined) storage.ensureDirSync(folder);
    return { ...launch, journal: await StoredJournal.open(storage, path) };
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error), "error");
  }
}

/** Where new sessions of a launch are kept. */
export function sessionFolder(launch: Launch, host: Host, paths: AgentPaths): string {
  return launch.sessionDir ?? join(paths.sessionsDir, sessionDirName(launch.cwd, host));
}

/** A session that is gone on with keeps its model unless another one is asked for. */
export function withSavedModel(launch: Launch): Launch {
  const { sessionFile, model, provider, journal } = launch;
  if (sessionFile === undefined || model !== undefined || provider !== undefined) return launch;
  using file = journal === undefined ? asked(() => openForReading(sessionFile)) : readerOf(journal);
  const saved = savedModel(sessionFile, file);
  return saved === undefined ? launch : { ...launch, model: saved };
}

/** The model that the path chose last, else the one that answered; reads little of a long session, changes nothing. */
function savedModel(path: string, file: SessionFile): string | undefined {
  const index = indexSessionFile(path, file);
  let answeredBy: string | undefined;
  let looked = 0;
  for (const ordinal of index.select(index.leaf?.ordinal ?? -1, { kinds: TELLING })) {
    if (index.typeAt(ordinal) === "message" && looked++ >= MAX_LOOKS) continue;
    const { offset, length } = index.at(ordinal) as EntryRef;
    const entry = parseObject(file.read(offset, length)) as SessionEntry | undefined;
    if (entry?.type === "model_change" && (entry.role ?? "default") === "default")
      return entry.model;
    if (entry?.type === "message" && entry.message.role === "assistant")
      answeredBy ??= `${entry.message.provider}/${entry.message.model}`;
  }
  return answeredBy;
}

function readerOf(journal: Journal): SessionFile {
  const read: SessionFile["read"] = (...where) => journal.read(...where);
  return { size: journal.size, read, [Symbol.dispose]: () => {} };
}

const TELLING = ["model_change", "message"] as const;
/** Messages that are read in search of an answer. */
const MAX_LOOKS = 20;

function openAsked(place: Parameters<typeof openSessionLog>[0], note: Note): SessionLog {
  const log = asked(() => openSessionLog(place));
  for (const problem of damageOf(log)) note(problem);
  return log;
}

/** What was not as it should be, for the user; nothing of it was lost that could be read. */
function damageOf({ file = "", report }: SessionLog): string[] {
  const { tornBytes, unreadableLines, headerProblem } = report;
  const count = unreadableLines.length;
  return [
    ...(tornBytes > 0
      ? [`the last line of ${file} was never finished; its ${tornBytes} bytes were cut off`]
      : []),
    ...(headerProblem === undefined ? [] : [`${file}: ${headerProblem}`]),
    ...(count > 0
      ? [
          `${count} ${count === 1 ? "line" : "lines"} of ${file} cannot be read and stay as they are`,
        ]
      : []),
  ];
}

function asked<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    if (error instanceof AppendFileError) throw new UserError(error.message, "error");
    throw error;
  }
}
