/** Blank lines between other components; it draws nothing else. */
import type { Component } from "../render/component.ts";

/** A number of blank lines. */
export class Spacer implements Component {
  readonly #lines: readonly string[];

  constructor(rows = 1) {
    this.#lines = Array.from({ length: rows }, () => "");
  }

  render(): readonly string[] {
    return this.#lines;
  }

  invalidate(): void {}
}
