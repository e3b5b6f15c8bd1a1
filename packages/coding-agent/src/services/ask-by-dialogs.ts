// The questions of tools, and whether a tool may run, put to a person through plain dialogs.
import { type ApprovalDesk, approvalLines, type AskAtDesk } from "./approval/approval-desk.ts";
import { LEASE_TERMS, type LeaseTerm } from "./approval/lease-book.ts";
import { shownOptions, type UserAnswer, type UserQuestion } from "./ask-user.ts";
import type { Dialogs } from "./dialogs.ts";
import type { AskQuestions, QuestionDesk } from "./question-desk.ts";

const APPROVE = "Approve";
const DENY = "Deny";

/** From now on both desks ask by dialogs. */
export function attendByDialogs(
  dialogs: Dialogs,
  approvals: ApprovalDesk,
  questions: QuestionDesk,
): void {
  approvals.attend(approvalByDialogs(dialogs));
  questions.attend(questionsByDialogs(dialogs));
}

/** Asks before a tool runs; anything but a clear yes is a no. */
function approvalByDialogs(dialogs: Dialogs): AskAtDesk {
  return async (question, signal) => {
    const title = approvalLines(question).join("\n");
    const longer = new Map(leaseOptions(question.leaseText));
    const chosen = await dialogs.select(title, [APPROVE, DENY, ...longer.keys()], { signal });
    const lease = chosen === undefined ? undefined : longer.get(chosen);
    if (lease !== undefined) return { allowed: true, lease };
    return { allowed: chosen === APPROVE };
  };
}

/** Ways to say yes for longer: the words that are shown, and what they mean. */
function leaseOptions(leaseText: string | undefined): [string, LeaseTerm][] {
  if (leaseText === undefined) return [];
  return (Object.keys(LEASE_TERMS) as LeaseTerm[]).map((term) => [
    `${APPROVE} ${LEASE_TERMS[term].label} (${leaseText})`,
    term,
  ]);
}

/** Asks one question after the other. */
function questionsByDialogs(dialogs: Dialogs): AskQuestions {
  return async (questions, signal) => {
    const answers: UserAnswer[] = [];
    for (const question of questions) {
      const answer = await askOne(question, dialogs, signal);
      signal.throwIfAborted();
      if (answer === undefined) return undefined;
      answers.push(answer);
    }
    return answers;
  };
}

async function askOne(
  question: UserQuestion,
  dialogs: Dialogs,
  signal: AbortSignal,
): Promise<UserAnswer | undefined> {
  const { options, multi } = question;
  const shown = shownOptions(question);
  const selected = new Set<string>();
  for (;;) {
    const marked = shown.map((text, at) => {
      const label = options[at]?.label;
      return label !== undefined && selected.has(label) ? `✓ ${text}` : text;
    });
    const chosen = await dialogs.select(question.question, marked, { signal });
    const at = chosen === undefined ? -1 : marked.indexOf(chosen);
    if (at === -1) return undefined;
    const label = options[at]?.label;
    if (label !== undefined && multi !== true) return { selected: [label] };
    if (label !== undefined) {
      if (!selected.delete(label)) selected.add(label);
    } else if (at === options.length) {
      const custom = await dialogs.input(question.question, undefined, { signal });
      return custom === undefined ? undefined : { selected: [...selected], custom };
    } else {
      return { selected: [...selected] };
    }
  }
}
