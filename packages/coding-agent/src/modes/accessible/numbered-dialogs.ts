// Dialogs in plain lines: choices have numbers, and the next line is the answer.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { DialogLimits, Dialogs } from "../../services/dialogs.ts";

/** Where questions wait for lines; one question at a time, the first one asked first. */
export class LineDesk {
  readonly #terminal: { write(text: string): void };
  #waiting: { readonly ask: string; readonly answer: (line: string | undefined) => void }[] = [];

  constructor(terminal: { write(text: string): void }) {
    this.#terminal = terminal;
  }

  /** Gives a line to the question that waits; false when none does. */
  take(line: string): boolean {
    const question = this.#waiting.shift();
    question?.answer(line);
    this.#showNext();
    return question !== undefined;
  }

  /** Nobody answers any more. */
  close(): void {
    for (const { answer } of this.#waiting.splice(0)) answer(undefined);
  }

  /** Writes a question and waits for a line; undefined when there will be none. */
  async ask(ask: string, { signal, timeoutMs }: DialogLimits = {}): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const question = { ask, answer: resolve };
    const giveUp = (): void => {
      this.#waiting = this.#waiting.filter((other) => other !== question);
      resolve(undefined);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    signal?.addEventListener("abort", giveUp, { once: true });
    this.#waiting.push(question);
    if (this.#waiting.length === 1) this.#showNext();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
  }

  write(text: string): void {
    this.#terminal.write(text);
  }

  #showNext(): void {
    const [next] = this.#waiting;
    if (next !== undefined) this.#terminal.write(next.ask);
  }
}

/** Dialogs by lines. */
export function numberedDialogs(lines: LineDesk): Dialogs {
  const say = (text: string): void => lines.write(`${sanitizeForeign(text)}\n`);
  const input: Dialogs["input"] = async (title, placeholder, limits) => {
    const hint = placeholder === undefined ? "" : ` (${placeholder})`;
    const line = await lines.ask(`\n${sanitizeForeign(title)}${hint}: `, limits);
    return line === undefined || line.trim() === "" ? undefined : line.trim();
  };
  const select: Dialogs["select"] = async (title, options, limits) => {
    const choices = options.map(
      (option, at) => `  ${at + 1}. ${inWords(sanitizeForeign(option))}\n`,
    );
    for (;;) {
      const asked = `\n${sanitizeForeign(title)}\n${choices.join("")}Number, or Enter for none: `;
      const line = (await lines.ask(asked, limits))?.trim();
      if (!line) return undefined;
      const chosen = /^\d+$/.test(line) ? options[Number(line) - 1] : undefined;
      if (chosen !== undefined) return chosen;
      say(`There is no choice "${line}"; give a number from 1 to ${options.length}.`);
    }
  };
  return {
    select,
    confirm: async (title, message, limits) =>
      (await select(`${title}\n${message}`, ["No", "Yes"], limits)) === "Yes",
    input,
    editor: (title, prefill, limits) => input(title, prefill, limits),
    notify: say,
    setStatus: (_key, text) => text !== undefined && say(text),
    setWidget: (_key, texts) => texts !== undefined && say(texts.join("\n")),
    setTitle: () => {},
    setEditorText: (text) => say(`To say it again, type: ${text}`),
  };
}

/** A mark is hard to hear; a word at the end is not. */
function inWords(option: string): string {
  return option.startsWith("✓ ") ? `${option.slice(2)}, chosen` : option;
}
