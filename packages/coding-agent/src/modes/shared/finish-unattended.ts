// The end of a run that nobody watches any more: whatever asks is told that nobody is there, and what was set in motion
// is waited for.
import type { ApprovalDesk } from "../../services/approval/approval-desk.ts";
import type { QuestionDesk } from "../../services/question-desk.ts";
import type { CurrentSession } from "../../session/session-holder.ts";

/** What asks people. */
export interface Desks {
  readonly desk: ApprovalDesk;
  readonly questions: QuestionDesk;
}

/** From now on nobody is at the desks: approvals are refused, questions fail. */
export function leaveDesks({ desk, questions }: Desks): void {
  desk.attend(async ({ tool }) => ({
    allowed: false,
    reason: `Tool "${tool.name}" was refused: it needs a yes, and the person has left (/background).`,
  }));
  questions.attend(undefined);
}

/** What is said when the terminal is given back. */
export const BACKGROUND_TEXT = [
  "omp finishes this run without a terminal and ends; nobody is asked anything.",
  "Ctrl+Z and bg give you the shell meanwhile, Ctrl+C stops the run, omp -c shows it later.",
].join("\n");

/** Waits until nothing runs, also in a session that took the place of this one, or until omp is to end. */
export async function finishUnattended(
  sessions: Pick<CurrentSession, "current">,
  leave: AbortSignal,
): Promise<void> {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  leave.addEventListener("abort", () => resolve(), { once: true });
  while (!leave.aborted) {
    const { current } = sessions;
    await Promise.race([current.settled(), left]);
    if (sessions.current === current && !current.isRunning) return;
  }
}
