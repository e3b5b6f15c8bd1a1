// Ends the current session for good: a new one takes its place, then its files are removed.
import { existsSync } from "node:fs";
import { deleteSession } from "../session/log/move-session.ts";
import type { SlashPort } from "./slash-command.ts";

export async function dropSession({ sessions, host }: SlashPort): Promise<void> {
  const { file } = sessions.current.log;
  await sessions.open({ kind: "new" });
  // One in which nothing was answered has left no file.
  if (file !== undefined && existsSync(file)) deleteSession(file, host.platform);
}
