// `/background`: the screen is left as it is, nothing is read from the terminal any more, and the run goes on to its end,
// of which the terminal is notified.
import type { Host } from "../../platform/host.ts";
import { BACKGROUND_TEXT, finishUnattended, leaveDesks } from "../shared/finish-unattended.ts";
import { notification } from "./attention.ts";
import type { FaceSessions } from "./face-sessions.ts";

interface Background {
  /** Takes what the terminal is to be told. */
  readonly tell: (text: string) => void;
  readonly host: Pick<Host, "env">;
  readonly leave: AbortSignal;
}

/** Waits for the end of what runs; the terminal was given back before. */
export async function goBackground(
  sessions: FaceSessions,
  { tell, host, leave }: Background,
): Promise<void> {
  leaveDesks(sessions.held);
  sessions.held.shell.terminals.attend(undefined);
  tell(`${BACKGROUND_TEXT.replaceAll("\n", "\r\n")}\r\n`);
  await finishUnattended(sessions, leave);
  await sessions.current.abort();
  tell(`${notification("omp is done", host.env)}omp is done.\r\n`);
}
