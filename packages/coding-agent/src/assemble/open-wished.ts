// Turns the wish for another session into a launch: the same flags and directory, another file.
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import { rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { Launch } from "../session/launch.ts";
import { sessionFolder } from "../session/launch-log.ts";
import { branchSession, BranchError } from "../session/log/branch-session.ts";
import { forkSession } from "../session/log/fork-session.ts";
import { relocateSession } from "../session/log/relocate-session.ts";
import { artifactsPath, type NewPlace } from "../session/log/session-place.ts";
import type { SessionWish } from "../session/session-wish.ts";
import type { Session } from "../session/session.ts";

/** What the next session is opened beside. */
export interface OpenFrom<Opened> {
  readonly session: Session;
  readonly launch: Launch;
  readonly host: Host;
  readonly create: (launch: Launch, host: Host) => Promise<Opened>;
}

/** Opens the session that is wished for; what could not be opened leaves no file behind. */
export async function openWished<Opened>(
  wish: SessionWish,
  { session, launch, host, create }: OpenFrom<Opened>,
): Promise<Opened> {
  if (wish.kind === "new") {
    const { parentSession } = wish;
    const model = selectorOf(session.model);
    const chosen = { model, provider: undefined, thinking: session.thinkingLevel };
    return create({ ...launch, ...chosen, sessionFile: undefined, parentSession }, host);
  }
  // The file says which model goes on, unless it has lost that one.
  const going = { ...launch, model: undefined, provider: undefined, thinking: undefined };
  if (wish.kind === "file") {
    // A storage knows its own names, and refuses those that it does not.
    const isStored = launch.storage !== undefined;
    const sessionFile = isStored ? wish.file : existingFile(resolve(launch.cwd, wish.file));
    return create({ ...going, sessionFile }, host);
  }
  const { cwd } = wish.kind === "move" ? wish : launch;
  const target = { ...going, cwd };
  const sessionFile = copyOf(session, wish, {
    folder: sessionFolder(target, host, agentPaths(host)),
    cwd,
    platform: host.platform,
    now: host.now,
  });
  try {
    return await create({ ...target, sessionFile }, host);
  } catch (error) {
    rmSync(sessionFile, { force: true });
    rmSync(artifactsPath(sessionFile), { recursive: true, force: true });
    throw error;
  }
}

function existingFile(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
  throw new UserError(`There is no session file ${file}.`, "error");
}

function copyOf(
  { log }: Session,
  wish: Extract<SessionWish, { kind: "fork" | "branch" | "move" }>,
  place: NewPlace,
): string {
  if (log.file === undefined)
    throw new UserError("Only a session that is kept in a file can be copied.", "error");
  try {
    if (wish.kind === "move") return relocateSession(log.file, place);
    return wish.kind === "fork"
      ? forkSession(log.file, place)
      : branchSession(log, wish.entryId, place).file;
  } catch (error) {
    if (error instanceof BranchError) throw new UserError(error.message, "error");
    throw error;
  }
}
