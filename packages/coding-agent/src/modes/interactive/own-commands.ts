// Commands that the person types after `!`: run by the session, one at a time, and shown as they go.
import type { BangCommand } from "../../slash/read-bang.ts";
import { ALREADY_RUNNING, BANG_USAGE } from "../../slash/read-bang.ts";
import type { Face } from "./face.ts";
import type { EndedCommand } from "./state/own-command.ts";

/** Runs the command to its end; what goes wrong is told in its card. */
export async function runOwnCommand(
  face: Pick<Face, "state" | "sessions" | "dispatch" | "notice">,
  { command, isKeptFromModel }: BangCommand,
): Promise<void> {
  if (command === "") return face.notice("info", BANG_USAGE);
  if (face.state.isCommandRunning) return face.notice("warning", ALREADY_RUNNING);
  face.dispatch({ type: "command_started", command, isKeptFromModel });
  try {
    const request = { type: "bash", command, excludeFromContext: isKeptFromModel };
    const onOutput = (text: string): void => face.dispatch({ type: "command_output", text });
    const end = (await face.sessions.send(request, { onOutput })) as EndedCommand;
    face.dispatch({ type: "command_ended", end });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    face.dispatch({ type: "command_failed", reason });
  }
}

/** Stops the command that runs; false when none does. */
export function cancelOwnCommand({ state, sessions }: Pick<Face, "state" | "sessions">): boolean {
  if (state.isCommandRunning) void sessions.send({ type: "abort_bash" });
  return state.isCommandRunning;
}
