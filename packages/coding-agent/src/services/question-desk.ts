// Where the questions of a model meet whoever can answer them. A face that can ask takes the desk; calls are
// answered one after the other.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { AskUser, UserAnswer, UserQuestion } from "./ask-user.ts";

/** Puts questions to a person: one answer for each, undefined when they cancel. Ends when the signal does. */
export type AskQuestions = AskUser["ask"];

/** The desk of one session. */
export class QuestionDesk implements AskUser {
  readonly timeoutMs: number;
  #asker: AskQuestions | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `timeoutMs` as in AskUser. */
  constructor({ timeoutMs }: { readonly timeoutMs: number }) {
    this.timeoutMs = timeoutMs;
  }

  /** From now on `asker` is asked, or nobody. */
  attend(asker: AskQuestions | undefined): void {
    this.#asker = asker;
  }

  /** Asks, after every earlier call was answered. Refuses where nobody attends. */
  ask(
    questions: readonly UserQuestion[],
    signal: AbortSignal,
  ): Promise<readonly UserAnswer[] | undefined> {
    const answers = this.#last.then(() => this.#askNow(questions, signal));
    this.#last = answers.catch(() => undefined);
    return answers;
  }

  async #askNow(questions: readonly UserQuestion[], signal: AbortSignal) {
    if (this.#asker === undefined) throw new ToolFailure("Ask tool requires interactive mode");
    signal.throwIfAborted();
    return this.#asker(questions, signal);
  }
}
