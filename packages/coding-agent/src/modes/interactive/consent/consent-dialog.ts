// The question whether a project, or one thing of it, may do something: every fact, then the choices, No first.
import type { Component } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { SelectList } from "@oh-my-pi/pi-tui/select-list";
import { Spacer } from "@oh-my-pi/pi-tui/spacer";
import { Text } from "@oh-my-pi/pi-tui/text";
import type { ConsentScreen, TrustAnswer } from "../../../trust/consent-screen.ts";
import type { Dialog, Face } from "../face.ts";

/** The dialog; everything but a clear choice is a no. */
export function consentDialog(
  { keymap, looks }: Pick<Face, "keymap" | "looks">,
  screen: ConsentScreen,
  onAnswer: (answer: TrustAnswer) => void,
): Dialog {
  const list = new SelectList({
    keymap,
    styles: looks.editor,
    items: screen.choices.map(({ answer, label }) => ({ value: answer, label })),
    onSelect: ({ value }) =>
      onAnswer(screen.choices.find(({ answer }) => answer === value)?.answer ?? "no"),
    onCancel: () => onAnswer(screen.defaultAnswer),
  });
  list.highlight(screen.defaultAnswer);
  const component = new Container(
    new Text(screen.title, { style: (text) => looks.bold(looks.accent(text)) }),
    new Text(screen.folder),
    new Spacer(),
    ...factLines(screen, looks),
    ...screen.warnings.map((text) => new Text(`! ${text}`, { style: looks.tones.warning })),
    new Spacer(),
    list,
    new Text("Enter chooses, Esc is a no", { style: looks.muted }),
  );
  return { component, focus: list };
}

/** What something is beside its name; things that belong to one above are aligned among themselves. */
function factLines({ rows }: ConsentScreen, looks: Face["looks"]): Component[] {
  const isBelow = (label: string): boolean => label.startsWith(" ");
  const widthOf = (label: string): number =>
    Math.max(...rows.map((row) => (isBelow(row.label) === isBelow(label) ? row.label.length : 0)));
  return rows.map(
    ({ label, value }) =>
      new Text(`${looks.muted(label.padEnd(widthOf(label)))}  ${value}`, { isStyled: true }),
  );
}
