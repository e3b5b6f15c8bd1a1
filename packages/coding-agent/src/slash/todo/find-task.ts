// Which task or phase somebody means: its whole text, or any part that only one of them has. Pure.
import type { TodoPhase } from "../../session/state/todos.ts";

export type Found = { readonly task: string } | { readonly phase: string };

/** The task or phase, or the sentence that says why there is none. */
export function findTask(typed: string, phases: readonly TodoPhase[]): Found | string {
  const wanted = typed.toLowerCase();
  const tasks = phases.flatMap((phase) => phase.tasks.map(({ content }) => content));
  const exact = tasks.find((task) => task.toLowerCase() === wanted);
  if (exact !== undefined) return { task: exact };
  const phase = phases.find(({ name }) => name.toLowerCase() === wanted);
  if (phase !== undefined) return { phase: phase.name };
  const near = tasks.filter((task) => task.toLowerCase().includes(wanted));
  const [only] = near;
  if (only === undefined) return `There is no task "${typed}".`;
  return near.length === 1 ? { task: only } : `"${typed}" could be: ${near.join("; ")}.`;
}
