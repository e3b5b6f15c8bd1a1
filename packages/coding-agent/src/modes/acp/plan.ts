// The to-do list of a session as the plan that editors show. Pure.
import type { PlanEntry } from "@agentclientprotocol/sdk";
import type { TodoPhase, TodoStatus } from "../../session/state/todos.ts";

const STATUSES: Readonly<Record<TodoStatus, PlanEntry["status"] | undefined>> = {
  pending: "pending",
  in_progress: "in_progress",
  completed: "completed",
  // Plans know no such thing: what was given up is no part of them.
  abandoned: undefined,
};

/** Every task that was not given up, with its phase where there are several. */
export function planEntries(phases: readonly TodoPhase[]): PlanEntry[] {
  return phases.flatMap(({ name, tasks }) =>
    tasks.flatMap((task): PlanEntry[] => {
      const status = STATUSES[task.status];
      if (status === undefined) return [];
      const content = phases.length > 1 ? `${name}: ${task.content}` : task.content;
      return [{ content, priority: "medium", status }];
    }),
  );
}
