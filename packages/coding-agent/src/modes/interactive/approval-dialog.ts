// The question whether a tool call may run, shown in place of the editor. Default is no.
import type { ApprovalAnswer, ApprovalQuestion } from "@oh-my-pi/pi-agent-core/tool-policy";
import { Container } from "@oh-my-pi/pi-tui/container";
import { SelectList } from "@oh-my-pi/pi-tui/select-list";
import { Text } from "@oh-my-pi/pi-tui/text";
import { approvalLines } from "../../services/approval/approval-desk.ts";
import type { Dialog, Face } from "./face.ts";

const CHOICES = [
  { value: "no", label: "No", description: "the model is told that you refused" },
  { value: "yes", label: "Yes, this once", description: "run exactly this call" },
] as const;

/** Shows the question in place of the editor until it is answered or its call is given up. */
export async function askApproval(
  face: Face,
  question: ApprovalQuestion,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const answer = await face.show<ApprovalAnswer>((done) => dialog(face, question, done), signal);
  return answer ?? { allowed: false };
}

function dialog(
  { keymap, looks }: Face,
  question: ApprovalQuestion,
  onAnswer: (answer: ApprovalAnswer) => void,
): Dialog {
  const list = new SelectList({
    keymap,
    styles: looks.editor,
    items: CHOICES,
    onSelect: ({ value }) => onAnswer(value === "yes" ? { allowed: true } : { allowed: false }),
    onCancel: () => onAnswer({ allowed: false }),
  });
  const text = new Text(approvalLines(question).join("\n"), { style: looks.accent });
  return { component: new Container(text, list), focus: list };
}
