// The to-do list as a model reads it after changing it.
import type { TodoPhase, TodoStatus } from "../../session/state/todos.ts";
import { isOpenTask } from "../../session/state/todos.ts";

const SIGNS: Readonly<Record<TodoStatus, string>> = {
  pending: "○",
  in_progress: "→",
  completed: "✓",
  abandoned: "✗",
};

/** What is left, how far the current phase is, and every phase. */
export function todoText(phases: readonly TodoPhase[]): string {
  const tasks = phases.flatMap((phase) => phase.tasks);
  if (tasks.length === 0) return "Todo list cleared.";
  return [remaining(phases), progress(phases), ...phases.map(tree)]
    .filter((part) => part !== "")
    .join("\n\n");
}

function remaining(phases: readonly TodoPhase[]): string {
  const lines = phases.flatMap(({ name, tasks }) =>
    tasks.filter(isOpenTask).map(({ content, status }) => `  - ${content} [${status}] (${name})`),
  );
  return lines.length === 0
    ? "Remaining items (0): none."
    : [`Remaining items (${lines.length}):`, ...lines].join("\n");
}

function progress(phases: readonly TodoPhase[]): string {
  const index = phases.findIndex(({ tasks }) => tasks.some(isOpenTask));
  const phase = phases[index];
  if (phase === undefined) return "";
  const closed = phase.tasks.filter((task) => !isOpenTask(task)).length;
  return `Phase ${index + 1}/${phases.length} "${phase.name}" — ${closed}/${phase.tasks.length} tasks complete`;
}

function tree({ name, tasks }: TodoPhase): string {
  const lines = tasks.flatMap(({ content, status, notes = [] }) => [
    `  ${SIGNS[status]} ${content}`,
    ...notes.map((note) => `      ${note}`),
  ]);
  return [`${name}:`, ...lines].join("\n");
}
