// The line below the editor: which model, where, how much was used.
import type { Component } from "@oh-my-pi/pi-tui/component";
import { TruncatedText } from "@oh-my-pi/pi-tui/text";
import type { Looks } from "../theming/looks.ts";
import type { UiState } from "../state/ui-state.ts";

/** Facts of the session that the status line tells. */
export interface StatusFacts {
  readonly model: string;
  readonly cwd: string;
  readonly contextWindow: number;
}

/** A status line that is told the state after each step. */
export class StatusLine implements Component {
  readonly #text: TruncatedText;

  constructor(looks: Looks) {
    this.#text = new TruncatedText("", { style: looks.muted });
  }

  update(state: UiState, facts: StatusFacts): void {
    this.#text.setText(statusText(facts, state));
  }

  render(width: number): readonly string[] {
    return this.#text.render(width);
  }

  invalidate(): void {
    this.#text.invalidate();
  }
}

/** The words of the status line. */
export function statusText(
  { model, cwd, contextWindow }: StatusFacts,
  { tokens, cost, queued }: UiState,
): string {
  const used = contextWindow > 0 ? Math.round((tokens / contextWindow) * 100) : 0;
  const parts = [model, cwd];
  if (tokens > 0) parts.push(`${humanCount(tokens)} tokens (${used} %)`);
  if (cost > 0) parts.push(`$${cost.toFixed(2)}`);
  if (queued.length > 0) parts.push(`${queued.length} queued`);
  return parts.join(" · ");
}

function humanCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
