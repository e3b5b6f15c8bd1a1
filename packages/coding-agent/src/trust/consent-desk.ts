// Where questions about a project meet whoever can be asked: a page before there is a conversation, a dialog in it
// later. What was answered in this run is not asked twice.
import type { ConsentScreen, TrustAnswer } from "./consent-screen.ts";
import type { AskTrust } from "./project-trust.ts";

export class ConsentDesk {
  readonly #answers = new Map<string, TrustAnswer>();
  #asker: AskTrust;

  /** `first` is asked until somebody else attends. */
  constructor(first: AskTrust) {
    this.#asker = first;
  }

  /** From now on `asker` is asked. */
  attend(asker: AskTrust): void {
    this.#asker = asker;
  }

  /** The answer to a question; the same facts get the same answer until the run ends. */
  readonly ask: AskTrust = async (screen, signal) => {
    const facts = factsOf(screen);
    const known = this.#answers.get(facts);
    if (known !== undefined) return known;
    const answer = await this.#asker(screen, signal);
    if (signal?.aborted !== true) this.#answers.set(facts, answer);
    return answer;
  };
}

function factsOf({ title, folder, rows }: ConsentScreen): string {
  return JSON.stringify([title, folder, rows]);
}
