// The question whether a tool call may run, shown in place of the editor. Default is no.
import type { ApprovalAnswer, ApprovalQuestion } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import type { Keymap } from "@oh-my-pi/pi-tui/keymap";
import { SelectList } from "@oh-my-pi/pi-tui/select-list";
import { Text } from "@oh-my-pi/pi-tui/text";
import { approvalLines } from "../../services/approval/approval-desk.ts";
import type { Looks } from "./looks.ts";

/** The dialog and what has the keys in it. */
export interface ApprovalDialog {
  readonly component: Component;
  readonly focus: Component;
}

const CHOICES = [
  { value: "no", label: "No", description: "the model is told that you refused" },
  { value: "yes", label: "Yes, this once", description: "run exactly this call" },
] as const;

/** Builds the dialog; `onAnswer` is called once. */
export function createApprovalDialog(
  question: ApprovalQuestion,
  looks: Looks,
  keymap: Keymap,
  onAnswer: (answer: ApprovalAnswer) => void,
): ApprovalDialog {
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
