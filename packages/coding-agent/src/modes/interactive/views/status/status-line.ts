// The line below the editor: parts on the left and on the right, as a preset or the user's own lists have them. Where
// there is no room, parts of the right give way first.
import type { Component } from "@oh-my-pi/pi-tui/component";
import { truncate } from "@oh-my-pi/pi-tui/text/slice";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/width";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Looks } from "../../theming/looks.ts";
import { PRESETS, SEPARATORS, type StatusPreset } from "./presets.ts";
import { isSegmentName, type Segment, type StatusFacts, tellSegment } from "./segments.ts";

/** How the line is laid out. */
export interface StatusLayout {
  readonly preset: string;
  readonly separator: string;
  /** Parts of the preset `custom`. */
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export class StatusLine implements Component {
  readonly #looks: Looks;
  #parts: { readonly left: readonly string[]; readonly right: readonly string[] } = {
    left: [],
    right: [],
  };
  #separator = "";
  #shown: { readonly width: number; readonly lines: readonly string[] } | undefined;

  constructor(looks: Looks) {
    this.#looks = looks;
  }

  /** Tells these facts from now on. */
  update(facts: StatusFacts, layout: StatusLayout): void {
    const { left, right } = presetOf(layout);
    const tell = (name: string): string[] => {
      const segment = isSegmentName(name) && tellSegment(name, facts, this.#looks.symbols);
      return segment ? [this.#draw(segment)] : [];
    };
    this.#separator = this.#looks.fg("statusLineSep", SEPARATORS[layout.separator] ?? " · ");
    this.#parts = { left: left.flatMap(tell), right: right.flatMap(tell) };
    this.#shown = undefined;
  }

  render(width: number): readonly string[] {
    if (this.#shown?.width !== width) this.#shown = { width, lines: [this.#line(width)] };
    return this.#shown.lines;
  }

  invalidate(): void {
    this.#shown = undefined;
  }

  #draw({ text, token }: Segment): string {
    return this.#looks.fg(token, sanitizeForeign(text).replaceAll(/[\n\t]/g, " "));
  }

  #line(width: number): string {
    const left = this.#parts.left.join(this.#separator);
    const room = width - visibleWidth(left) - 2;
    let { right } = this.#parts;
    while (right.length > 0 && visibleWidth(right.join(this.#separator)) > room)
      right = right.slice(0, -1);
    const end = right.join(this.#separator);
    if (end === "") return truncate(left, width);
    return left + " ".repeat(width - visibleWidth(left) - visibleWidth(end)) + end;
  }
}

function presetOf({
  preset,
  left,
  right,
}: StatusLayout): StatusPreset | Omit<StatusLayout, "preset" | "separator"> {
  return preset === "custom" ? { left, right } : (PRESETS[preset] ?? { left, right });
}
