// The to-do list of a session as plain data, and where tools get it. Where it is kept is decided by whoever
// binds the need.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import type { TodoPhase, TodoTask } from "../../session/state/todos.ts";

/** Where the list is kept. */
export interface TodoStore {
  /** `session` when it outlives the process. */
  readonly storage: "session" | "memory";
  get(): readonly TodoPhase[];
  set(phases: readonly TodoPhase[]): void;
}

/** Tools that see the to-do list declare this need. */
export const todoNeed = defineNeed<TodoStore>("todo");

/** A list that lives as long as the process. */
export function createMemoryTodos(): TodoStore {
  let phases: readonly TodoPhase[] = [];
  return {
    storage: "memory",
    get: () => phases,
    set: (next) => {
      phases = next;
    },
  };
}

/** Exactly one task is in progress while any is open: the first that claims it, else the first that waits. */
export function withOneActive(phases: readonly TodoPhase[]): readonly TodoPhase[] {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const active =
    tasks.find(({ status }) => status === "in_progress") ??
    tasks.find(({ status }) => status === "pending");
  return mapTasks(phases, (task) => {
    if (task === active) return { ...task, status: "in_progress" };
    return task.status === "in_progress" ? { ...task, status: "pending" } : task;
  });
}

/** The same list with every task replaced; undefined removes it. */
export function mapTasks(
  phases: readonly TodoPhase[],
  change: (task: TodoTask, phase: TodoPhase) => TodoTask | undefined,
): readonly TodoPhase[] {
  return phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.flatMap((task) => change(task, phase) ?? []),
  }));
}
