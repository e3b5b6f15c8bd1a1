// Makes a session of what was said before a chosen prompt: the path to it in a new file, with the labels of
// what remains, and the prompt itself for the editor.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import { copyArtifacts, discardArtifacts, writeSessionFile } from "./copy-session.ts";
import { SESSION_VERSION, type SessionHeader } from "./entry.ts";
import { newEntryId } from "./entry-id.ts";
import { headerLine } from "./header-line.ts";
import { labelsOf } from "./labels.ts";
import { parseObject } from "./scan-log.ts";
import type { SessionLog } from "./session-log.ts";
import { newIdentity, type NewPlace } from "./session-place.ts";

/** Why a branch cannot be made. */
export class BranchError extends Error {
  readonly reason: "in-memory" | "not-found" | "not-a-prompt";

  constructor(reason: BranchError["reason"], message: string) {
    super(message);
    this.name = "BranchError";
    this.reason = reason;
  }
}

/** A new session file, and the prompt before which it ends. */
export interface BranchedSession {
  readonly file: string;
  readonly prompt: UserMessage["content"];
}

type Line = Record<string, unknown>;

/** Writes everything before the prompt into a new session. Throws with nothing left behind. */
export function branchSession(log: SessionLog, promptId: string, place: NewPlace): BranchedSession {
  const prompt = promptOf(log, promptId);
  const { file: source } = log;
  if (source === undefined)
    throw new BranchError("in-memory", "A session that is kept in memory cannot become a file.");
  const { id, timestamp, file } = newIdentity(place);
  const header: SessionHeader = {
    type: "session",
    version: SESSION_VERSION,
    id,
    timestamp,
    cwd: place.cwd,
    parentSession: log.header.id,
  };
  copyArtifacts(source, file);
  try {
    const lines = [...keptLines(log, promptId, timestamp)].map(
      (line) => `${JSON.stringify(line)}\n`,
    );
    const content = [headerLine(header), ...lines.map((line) => Buffer.from(line, "utf8"))];
    writeSessionFile(file, content, place.platform);
  } catch (error) {
    discardArtifacts(file);
    throw error;
  }
  return { file, prompt };
}

function promptOf(log: SessionLog, id: string): UserMessage["content"] {
  const entry = log.get(id);
  if (entry === undefined) throw new BranchError("not-found", `There is no entry ${id}.`);
  if (entry.type !== "message" || entry.message.role !== "user")
    throw new BranchError("not-a-prompt", "Only a message of yours can be branched from.");
  return entry.message.content;
}

/** The path before the prompt as it stands in the file, without labels; then the labels that still apply. */
function* keptLines(log: SessionLog, promptId: string, timestamp: string): Generator<Line> {
  const kept = new Set<string>();
  let parentId: string | null = null;
  for (const ref of log.path(promptId).slice(0, -1)) {
    const line =
      ref.type === "label" ? undefined : parseObject(log.readBytes(ref.offset, ref.length));
    if (line === undefined) continue;
    yield { ...line, id: ref.id, parentId };
    parentId = ref.id;
    kept.add(ref.id);
  }
  for (const [targetId, label] of labelsOf(log)) {
    if (!kept.has(targetId)) continue;
    const id = newEntryId((taken) => kept.has(taken));
    yield { type: "label", id, parentId, timestamp, targetId, label };
    parentId = id;
    kept.add(id);
  }
}
