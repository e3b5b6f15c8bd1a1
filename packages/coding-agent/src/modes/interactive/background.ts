// `/background`: the screen is left as it is, nothing is read from the terminal any more, and the run goes on to its end,
// of which the terminal is notified.
import type { Terminal } from "@oh-my-pi/pi-tui/terminal";
import type { Host } from "../../platform/host.ts";
import { BACKGROUND_TEXT, finishUnattended, leaveDesks } from "../shared/finish-unattended.ts";
import { notification } from "./attention.ts";
import type { FaceSessions } from "./face-sessions.ts";

interface Background {
  readonly terminal: Pick<Terminal, "write">;
  readonly host: Pick<Host, "env">;
  readonly leave: AbortSignal;
}

/** Waits for the end of what runs; the terminal was given back before. */
export async function goBackground(
  sessions: FaceSessions,
  { terminal, host, leave }: Background,
): Promise<void> {
  leaveDesks(sessions.held);
  sessions.held.shell.terminals.attend(undefined);
  terminal.write(`${BACKGROUND_TEXT.replaceAll("\n", "\r\n")}\r\n`);
  await finishUnattended(sessions, leave);
  await sessions.current.abort();
  terminal.write(`${notification("omp is done", host.env)}omp is done.\r\n`);
}
