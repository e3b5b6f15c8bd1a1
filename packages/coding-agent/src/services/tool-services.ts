// Puts together what the tools that touch no file need; the composition root binds the result.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import { PendingActions, pendingActionsNeed } from "./pending-actions/pending-actions.ts";
import { createMemoryTodos, todoNeed } from "./todo/todo-list.ts";

/** Needs with what fulfils them. */
export function createToolServices(): (readonly [string, unknown])[] {
  return [bind(todoNeed, createMemoryTodos()), bind(pendingActionsNeed, new PendingActions())];
}

function bind<T>(need: Need<T>, value: T): readonly [string, T] {
  return [need.name, value];
}
