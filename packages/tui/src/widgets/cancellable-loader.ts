/** A loader that can be given up with a key. */
import type { Focusable, RenderHost } from "../render/component.ts";
import type { InputEvent } from "../terminal/input-event.ts";
import type { Keymap } from "../terminal/keymap.ts";
import { Loader, type LoaderOptions } from "./loader.ts";

/** Runs until it is done or cancelled; {@link CancellableLoader.signal} tells which. */
export class CancellableLoader implements Focusable {
  isFocused = false;
  readonly #loader: Loader;
  readonly #keymap: Keymap;
  readonly #controller = new AbortController();

  constructor(host: RenderHost, keymap: Keymap, message: string, options: LoaderOptions = {}) {
    this.#loader = new Loader(host, message, options);
    this.#keymap = keymap;
  }

  /** Aborted when the user cancelled. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Replaces the message. */
  setMessage(message: string): void {
    this.#loader.setMessage(message);
  }

  render(width: number): readonly string[] {
    return this.#loader.render(width);
  }

  handleInput(event: InputEvent): boolean {
    if (event.type !== "key" || !this.#keymap.matches(event, "tui.select.cancel")) return false;
    this.#controller.abort();
    return true;
  }

  invalidate(): void {
    this.#loader.invalidate();
  }
}
