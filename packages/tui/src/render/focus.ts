/** Who gets the keys: the focused component, or the topmost overlay while one is open. */
import { type Component, isFocusable } from "./component.ts";
import type { Overlay, OverlayOptions } from "./overlays.ts";

/** The owner's hold on an open overlay. */
export interface OverlayHandle {
  /** Closes it; the focus returns to where it was when nothing else has taken it. */
  close(): void;
}

/** The focus and the stack of overlays. */
export class FocusStack {
  readonly #onChange: () => void;
  #focused: Component | undefined;
  #overlays: readonly Overlay[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Open overlays, the topmost last. */
  get overlays(): readonly Overlay[] {
    return this.#overlays;
  }

  /** The component that gets the keys. */
  get target(): Component | undefined {
    return this.#overlays.at(-1)?.component ?? this.#focused;
  }

  /** Gives the focus to a component, or to none. */
  focus(component: Component | undefined): void {
    this.#switch(() => {
      this.#focused = component;
    });
  }

  /** Opens an overlay on top of the others. */
  open(component: Component, options: OverlayOptions): OverlayHandle {
    const overlay = { component, options };
    this.#switch(() => {
      this.#overlays = [...this.#overlays, overlay];
    });
    return {
      close: () =>
        this.#switch(() => {
          this.#overlays = this.#overlays.filter((other) => other !== overlay);
        }),
    };
  }

  #switch(change: () => void): void {
    const before = this.target;
    change();
    const after = this.target;
    if (before !== after) {
      if (before !== undefined && isFocusable(before)) before.isFocused = false;
      if (after !== undefined && isFocusable(after)) after.isFocused = true;
    }
    this.#onChange();
  }
}
