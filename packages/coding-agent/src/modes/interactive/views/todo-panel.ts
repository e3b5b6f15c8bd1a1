// The to-do list above the editor: the phase that is worked on, short, and nothing when there is nothing to do.
import type { Component } from "@oh-my-pi/pi-tui/component";
import { truncate } from "@oh-my-pi/pi-tui/text/slice";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { isOpenTask, type TodoPhase, type TodoTask } from "../../../session/state/todos.ts";
import type { Looks } from "../theming/looks.ts";

const MAX_TASKS = 5;
const NOTHING: readonly string[] = [];

export class TodoPanel implements Component {
  readonly #looks: Looks;
  #phases: readonly TodoPhase[] = [];
  #lines: readonly string[] = NOTHING;
  #width = 0;

  constructor(looks: Looks) {
    this.#looks = looks;
  }

  /** Shows the list as it is now. */
  update(phases: readonly TodoPhase[]): void {
    if (phases === this.#phases) return;
    this.#phases = phases;
    this.#width = 0;
  }

  render(width: number): readonly string[] {
    if (width !== this.#width) {
      this.#width = width;
      this.#lines = this.#draw(width);
    }
    return this.#lines;
  }

  invalidate(): void {
    this.#width = 0;
  }

  #draw(width: number): readonly string[] {
    const phase = this.#phases.find(({ tasks }) => tasks.some(isOpenTask));
    if (phase === undefined) return NOTHING;
    const tasks = this.#phases.flatMap((each) => each.tasks);
    const closed = tasks.filter((task) => !isOpenTask(task)).length;
    const shown = nearActive(phase.tasks);
    const more = phase.tasks.length - shown.length;
    return [
      this.#looks.accent(`${oneLine(phase.name)}  ${closed}/${tasks.length}`),
      ...shown.map((task) => this.#task(task)),
      ...(more > 0 ? [this.#looks.muted(`  … ${more} more, /todo shows them`)] : []),
    ].map((line) => truncate(line, width));
  }

  #task({ content, status }: TodoTask): string {
    const text = oneLine(content);
    switch (status) {
      case "completed":
        return this.#looks.success(`  ✓ ${text}`);
      case "in_progress":
        return this.#looks.bold(`  → ${text}`);
      case "abandoned":
        return this.#looks.muted(`  ✗ ${text}`);
      case "pending":
        return this.#looks.muted(`  ○ ${text}`);
    }
  }
}

/** A few tasks around the one that is worked on. */
function nearActive(tasks: readonly TodoTask[]): readonly TodoTask[] {
  const active = Math.max(0, tasks.findIndex(isOpenTask));
  const start = Math.max(0, Math.min(active - 1, tasks.length - MAX_TASKS));
  return tasks.slice(start, start + MAX_TASKS);
}

function oneLine(text: string): string {
  return sanitizeForeign(text).replaceAll("\n", " ");
}
