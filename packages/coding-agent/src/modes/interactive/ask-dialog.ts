// The model's questions in place of the editor: the marker stands on what is recommended, several may be chosen where
// that is wanted, words of one's own always; ← and → go between questions. When time is up, whoever asked decides.
import { Container } from "@oh-my-pi/pi-tui/container";
import { Input } from "@oh-my-pi/pi-tui/input";
import type { InputEvent } from "@oh-my-pi/pi-tui/input-event";
import { type SelectItem, SelectList } from "@oh-my-pi/pi-tui/select-list";
import { Text } from "@oh-my-pi/pi-tui/text";
import { shownOptions, type UserAnswer, type UserQuestion } from "../../services/ask-user.ts";
import type { AskQuestions } from "../../services/question-desk.ts";
import type { Dialog, Face } from "./face.ts";
import { focusOf } from "./pick.ts";

/** Asks until every question is answered; undefined when the person cancels. */
export async function askQuestions(
  face: Face,
  ...[questions, signal]: Parameters<AskQuestions>
): ReturnType<AskQuestions> {
  const answers = await face.show<readonly UserAnswer[]>(
    (done) => new AskDialog(face, questions, done).dialog,
    signal,
  );
  signal.throwIfAborted();
  return answers;
}

class AskDialog {
  readonly #face: Pick<Face, "keymap" | "looks">;
  readonly #questions: readonly UserQuestion[];
  readonly #done: (answers?: readonly UserAnswer[]) => void;
  readonly #answers: (UserAnswer | undefined)[];
  readonly #component = new Container();
  readonly #field: Input;
  #at = 0;
  #list: SelectList;
  /** Labels that are chosen where several may be. */
  #chosen = new Set<string>();
  #isTyping = false;

  constructor(
    face: Pick<Face, "keymap" | "looks">,
    questions: readonly UserQuestion[],
    done: (answers?: readonly UserAnswer[]) => void,
  ) {
    this.#face = face;
    this.#questions = questions;
    this.#done = done;
    this.#answers = questions.map(() => undefined);
    this.#field = new Input({
      keymap: face.keymap,
      placeholder: "Your answer; Enter gives it, Esc goes back",
      placeholderStyle: face.looks.muted,
      onSubmit: (text) => this.#typed(text.trim()),
      onCancel: () => this.#type({ isTyping: false }),
    });
    this.#list = this.#makeList();
    this.#draw();
  }

  get dialog(): Dialog {
    const focus = focusOf(this.#field, (event) => this.#handle(event));
    return { component: this.#component, focus };
  }

  get #question(): UserQuestion {
    return this.#questions[this.#at] ?? { id: "", question: "", options: [] };
  }

  #handle(event: InputEvent): boolean {
    if (this.#isTyping) return this.#field.handleInput(event);
    if (event.type === "key") {
      if (event.chord === "left") return this.#go(this.#at - 1);
      if (event.chord === "right") return this.#go(this.#at + 1);
      if (event.chord === "space" && this.#question.multi === true) {
        const { highlighted } = this.#list;
        if (highlighted !== undefined) this.#choose(highlighted);
        return true;
      }
    }
    return this.#list.handleInput(event);
  }

  #choose({ value }: SelectItem): void {
    const { options, multi } = this.#question;
    const label = options[Number(value)]?.label;
    if (label === undefined && Number(value) === options.length)
      return this.#type({ isTyping: true });
    if (label === undefined) return this.#answer({ selected: [...this.#chosen] });
    if (multi !== true) return this.#answer({ selected: [label] });
    if (!this.#chosen.delete(label)) this.#chosen.add(label);
    this.#list.setItems(this.#items());
  }

  #typed(custom: string): void {
    if (custom === "") return this.#type({ isTyping: false });
    this.#isTyping = false;
    this.#field.setText("");
    this.#answer({ selected: [...this.#chosen], custom });
  }

  #type({ isTyping }: { readonly isTyping: boolean }): void {
    this.#isTyping = isTyping;
    this.#draw();
  }

  /** Takes an answer and goes to the next question that has none. */
  #answer(answer: UserAnswer): void {
    this.#answers[this.#at] = answer;
    const given = this.#answers.filter((each) => each !== undefined);
    if (given.length === this.#questions.length) return this.#done(given);
    const later = this.#answers.indexOf(undefined, this.#at + 1);
    this.#go(later === -1 ? this.#answers.indexOf(undefined) : later);
  }

  #go(at: number): boolean {
    if (at < 0 || at >= this.#questions.length) return true;
    this.#at = at;
    this.#chosen = new Set(this.#answers[at]?.selected);
    this.#list = this.#makeList();
    this.#draw();
    return true;
  }

  #makeList(): SelectList {
    const list = new SelectList({
      keymap: this.#face.keymap,
      styles: this.#face.looks.editor,
      items: this.#items(),
      maxRows: MAX_ROWS,
      maxLabelColumns: 200,
      onSelect: (item) => this.#choose(item),
      onCancel: () => this.#done(),
    });
    const { options, recommended = 0 } = this.#question;
    const given = options.findIndex(({ label }) => this.#chosen.has(label));
    list.highlight(String(given === -1 ? recommended : given));
    return list;
  }

  #items(): readonly SelectItem[] {
    const { options, multi } = this.#question;
    return shownOptions(this.#question).map((text, at) => {
      const label = options[at]?.label;
      const isChosen = label !== undefined && this.#chosen.has(label);
      const mark = multi !== true || label === undefined ? "" : isChosen ? "✓ " : "○ ";
      return { value: String(at), label: mark + text };
    });
  }

  #draw(): void {
    const { accent, bold, muted } = this.#face.looks;
    const count = this.#questions.length;
    const { question, multi } = this.#question;
    const hints = [
      multi === true ? "Enter or Space marks" : "Enter chooses",
      ...(count > 1 ? ["←/→ other questions"] : []),
      "Esc cancels",
    ];
    this.#component.set([
      ...(count > 1 ? [new Text(`Question ${this.#at + 1} of ${count}`, { style: muted })] : []),
      new Text(question, { style: (text) => bold(accent(text)) }),
      ...(this.#isTyping
        ? [this.#field]
        : [this.#list, new Text(hints.join(", "), { style: muted })]),
    ]);
  }
}

const MAX_ROWS = 10;
