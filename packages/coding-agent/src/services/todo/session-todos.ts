// The to-do list as the session's log has it. A call's own result carries the list into the log; until it is there, the
// list that was set last holds.
import type { TodoPhase } from "../../session/state/todos.ts";
import type { TodoStore } from "./todo-list.ts";

/** `logged` gives the list that the log says, another array after each change; `isKept` when the log is a file. */
export function createSessionTodos(logged: () => readonly TodoPhase[], isKept: boolean): TodoStore {
  let ahead:
    { readonly of: readonly TodoPhase[]; readonly phases: readonly TodoPhase[] } | undefined;
  return {
    storage: isKept ? "session" : "memory",
    get: () => (ahead?.of === logged() ? ahead.phases : logged()),
    set: (phases) => {
      ahead = { of: logged(), phases };
    },
  };
}
