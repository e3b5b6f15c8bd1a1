// Dialogs that take the place of the editor, one over the other; the last one has the keys.
import type { Dialog, DialogBuilder } from "./face.ts";

/** The dialogs that are open. */
export class Dialogs {
  readonly #onChange: (top: Dialog | undefined) => void;
  #open: readonly Dialog[] = [];

  constructor(onChange: (top: Dialog | undefined) => void) {
    this.#onChange = onChange;
  }

  get top(): Dialog | undefined {
    return this.#open.at(-1);
  }

  /** Shows a dialog until it is done or the signal fires. */
  async show<Value>(build: DialogBuilder<Value>, signal?: AbortSignal): Promise<Value | undefined> {
    const { promise, resolve } = Promise.withResolvers<Value | undefined>();
    const dialog = build(resolve);
    const giveUp = (): void => resolve(undefined);
    signal?.addEventListener("abort", giveUp, { once: true });
    if (signal?.aborted === true) giveUp();
    this.#set([...this.#open, dialog]);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", giveUp);
      this.#set(this.#open.filter((other) => other !== dialog));
    }
  }

  #set(open: readonly Dialog[]): void {
    this.#open = open;
    this.#onChange(this.top);
  }
}
