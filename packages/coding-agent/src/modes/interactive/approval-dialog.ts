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
/** What a call holds beyond this is in its card above. */
const MAX_LINES = 12;

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
  const [title = "", ...facts] = approvalLines(question).flatMap((line) => line.split("\n"));
  const more = facts.length - MAX_LINES;
  const component = new Container(
    new Text(title, { style: (text) => looks.bold(looks.accent(text)) }),
    new Text(facts.slice(0, MAX_LINES).join("\n").trimEnd()),
    ...(more > 0 ? [new Text(`… ${more} more lines`, { style: looks.muted })] : []),
    list,
  );
  return { component, focus: list };
}
