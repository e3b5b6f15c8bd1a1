// Runs a call of `todo_write`: changes the list, keeps it, and shows what is left.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { applyTodoOps } from "../../services/todo/apply-todo-ops.ts";
import type { TodoStore } from "../../services/todo/todo-list.ts";
import { todoText } from "../../services/todo/todo-text.ts";
import type { TodoWriteArguments } from "./parameters.ts";

export function run(
  { needs: { todos } }: ToolContext<{ todos: TodoStore }>,
  { ops }: TodoWriteArguments,
): { content: string; details: object } {
  const { phases, errors } = applyTodoOps(todos.get(), ops);
  todos.set(phases);
  const details = { phases, storage: todos.storage };
  if (errors.length === 0) return { content: todoText(phases), details };
  const hasTasks = phases.some(({ tasks }) => tasks.length > 0);
  const problems = `Errors: ${errors.join("; ")}`;
  throw new ToolFailure(hasTasks ? `${problems}\n\n${todoText(phases)}` : problems, { details });
}
