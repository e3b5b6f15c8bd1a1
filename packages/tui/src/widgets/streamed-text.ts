/**
 * Plain text that may still be arriving, as paragraphs of a style: lines that are complete are settled parts, so an
 * addition costs the same however long the text has become.
 */
import type { Component, GrowingComponent } from "../render/component.ts";
import { JoinedLines } from "../render/joined-lines.ts";
import { Text, type TextOptions } from "./text.ts";

/** Settled text is kept in parts of about this size. A line without end is cut at twice of it. */
const PART_CHARS = 2_000;

/** The component. */
export class StreamedText implements GrowingComponent {
  readonly #options: TextOptions;
  readonly #parts: Text[] = [];
  readonly #lines = new JoinedLines();
  #settledCount = 0;
  #open = "";

  constructor(options: TextOptions = {}) {
    this.#options = options;
  }

  /** Adds text at the end. */
  append(text: string): void {
    this.#open += text;
    const end = settledEnd(this.#open);
    if (end > 0) {
      this.#show(this.#open.slice(0, end));
      this.#settledCount = this.#parts.length;
      this.#open = this.#open.slice(end + 1);
    }
    if (this.#open !== "") this.#show(this.#open);
  }

  get parts(): readonly Component[] {
    return this.#parts;
  }

  get settledParts(): number {
    return this.#settledCount;
  }

  render(width: number): readonly string[] {
    return this.#lines.join(this.#parts.map((part) => part.render(width)));
  }

  invalidate(): void {
    this.#lines.clear();
    for (const part of this.#parts) part.invalidate();
  }

  #show(text: string): void {
    const open = this.#parts[this.#settledCount];
    if (open !== undefined) open.setText(text);
    else this.#parts.push(new Text(text, this.#options));
  }
}

/** Where the part that will not change ends: a line break or, in an extraordinary line, a space. */
function settledEnd(text: string): number {
  const lineEnd = text.length > PART_CHARS ? text.lastIndexOf("\n") : -1;
  return lineEnd <= 0 && text.length > 2 * PART_CHARS ? text.lastIndexOf(" ") : lineEnd;
}
