// What belongs to a session on disk: its file, the index beside it, the folder of its artifacts; and where a
// new one goes.
import { join } from "node:path";
import { newSessionId, sessionFileName } from "./entry-id.ts";

/** Where a new session goes. */
export interface NewPlace {
  readonly folder: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
}

/** A fresh identity for a session and the file it will have. */
export interface NewIdentity {
  readonly id: string;
  readonly timestamp: string;
  readonly file: string;
}

/** The folder of a session's artifacts: its file without the ending. */
export function artifactsPath(sessionFile: string): string {
  return sessionFile.replace(/\.jsonl$/, "");
}

/** Makes up an identity for a session that begins now. */
export function newIdentity({ folder, now }: NewPlace): NewIdentity {
  const id = newSessionId();
  const timestamp = new Date(now()).toISOString();
  return { id, timestamp, file: join(folder, sessionFileName(id, timestamp)) };
}
