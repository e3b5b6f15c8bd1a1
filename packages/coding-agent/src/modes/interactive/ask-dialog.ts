// The model's questions, one after the other in place of the editor: options, several of them where that is wanted, or
// words of one's own. When time is up, whoever asked decides what counts.
import { questionsByDialogs } from "../../services/ask-by-dialogs.ts";
import type { AskQuestions } from "../../services/question-desk.ts";
import { faceDialogs } from "./face-dialogs.ts";
import type { Face } from "./face.ts";

/** Asks until every question is answered; undefined when the person cancels. */
export function askQuestions(
  face: Face,
  ...[questions, signal]: Parameters<AskQuestions>
): ReturnType<AskQuestions> {
  return questionsByDialogs(faceDialogs(face))(questions, signal);
}
