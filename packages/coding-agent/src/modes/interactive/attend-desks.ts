// Where the current session's wishes go: whether a call may run, what a model wants to know, programs that want a
// terminal.
import { askApproval } from "./approval-dialog.ts";
import { askQuestions } from "./ask-dialog.ts";
import { consentDialog } from "./consent/consent-dialog.ts";
import type { TrustAnswer } from "../../trust/consent-screen.ts";
import type { FaceOptions } from "./face-options.ts";
import type { Face } from "./face.ts";
import { terminalViewer } from "./live-terminal/live-terminal.ts";

/** From now on the desks of the current session turn to this terminal, which has that size. */
export function attendDesks(face: Face, size: Parameters<typeof terminalViewer>[1]): void {
  const { desk, questions, shell } = face.sessions.held;
  shell.terminals.attend(terminalViewer(face, size));
  desk.attend((question, signal) => askApproval(face, question, signal));
  questions.attend((asked, signal) => askQuestions(face, asked, signal));
}

/** From now on questions about projects are asked in this terminal, as when a session moves to another folder. */
export function attendConsents(face: Face, consents: FaceOptions["consents"]): void {
  consents?.attend(async (screen, signal) => {
    const answer = await face.show<TrustAnswer>(
      (done) => consentDialog(face, screen, done),
      signal,
    );
    return answer ?? screen.defaultAnswer;
  });
}
