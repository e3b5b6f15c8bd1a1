// The question whether a tool call may run, shown in place of the editor. Default is no.
import { Container } from "@oh-my-pi/pi-tui/container";
import { SelectList } from "@oh-my-pi/pi-tui/select-list";
import { Text } from "@oh-my-pi/pi-tui/text";
import {
  approvalLines,
  type DeskAnswer,
  type DeskQuestion,
} from "../../services/approval/approval-desk.ts";
import { LEASE_TERMS, type LeaseTerm } from "../../services/approval/lease-book.ts";
import type { Dialog, Face } from "./face.ts";

const CHOICES = [
  { value: "no", label: "No", description: "the model is told that you refused" },
  { value: "yes", label: "Yes, this once", description: "run exactly this call" },
];

/** A yes for longer, where one is offered. */
function leaseChoices(leaseText: string | undefined): typeof CHOICES {
  if (leaseText === undefined) return [];
  return Object.entries(LEASE_TERMS).map(([term, { label }]) => ({
    value: term,
    label: `Yes, ${label}`,
    description: leaseText,
  }));
}

function answerOf(value: string): DeskAnswer {
  if (value === "no") return { allowed: false };
  return value in LEASE_TERMS ? { allowed: true, lease: value as LeaseTerm } : { allowed: true };
}

/** Shows the question in place of the editor until it is answered or its call is given up. */
export async function askApproval(
  face: Face,
  question: DeskQuestion,
  signal: AbortSignal,
): Promise<DeskAnswer> {
  const answer = await face.show<DeskAnswer>((done) => dialog(face, question, done), signal);
  return answer ?? { allowed: false };
}

function dialog(
  { keymap, looks }: Face,
  question: DeskQuestion,
  onAnswer: (answer: DeskAnswer) => void,
): Dialog {
  const list = new SelectList({
    keymap,
    styles: looks.editor,
    items: [...CHOICES, ...leaseChoices(question.leaseText)],
    onSelect: ({ value }) => onAnswer(answerOf(value)),
    onCancel: () => onAnswer({ allowed: false }),
  });
  const text = new Text(approvalLines(question).join("\n"), { style: looks.accent });
  return { component: new Container(text, list), focus: list };
}
