// What each operation does to a to-do list. Pure: a list and operations in, a list and problems out.
import type { TodoPhase, TodoTask } from "../../session/state/todos.ts";
import { mapTasks, withOneActive } from "./todo-list.ts";

/** One operation as a model or a person gives it; which fields count depends on `op`. */
export interface TodoOp {
  readonly op: "init" | "start" | "done" | "drop" | "rm" | "append" | "note";
  readonly list?:
    readonly { readonly phase: string; readonly items: readonly string[] }[] | undefined;
  readonly task?: string | undefined;
  readonly phase?: string | undefined;
  readonly items?: readonly string[] | undefined;
  readonly text?: string | undefined;
}

type Phases = readonly TodoPhase[];
/** The changed list, or what was wrong with the operation. */
type Applied = Phases | string;

/** Applies all operations; one that is wrong changes nothing and does not keep the others from it. */
export function applyTodoOps(
  phases: Phases,
  ops: readonly TodoOp[],
): { readonly phases: Phases; readonly errors: readonly string[] } {
  const errors: string[] = [];
  let current = phases;
  for (const op of ops) {
    const applied = OPERATIONS[op.op](current, op);
    if (typeof applied === "string") errors.push(applied);
    else current = applied;
  }
  return { phases: withOneActive(current), errors };
}

const OPERATIONS: Readonly<Record<TodoOp["op"], (phases: Phases, op: TodoOp) => Applied>> = {
  init: (_, { list }) =>
    list === undefined
      ? "Missing list for init operation"
      : list.map(({ phase, items }) => ({ name: phase, tasks: items.map(pending) })),
  start: (phases, { task }) =>
    onTask(phases, task, (found) =>
      mapTasks(phases, (other) => {
        if (other === found) return { ...other, status: "in_progress" };
        return other.status === "in_progress" ? { ...other, status: "pending" } : other;
      }),
    ),
  done: (phases, op) => onMany(phases, op, (task) => ({ ...task, status: "completed" })),
  drop: (phases, op) => onMany(phases, op, (task) => ({ ...task, status: "abandoned" })),
  rm: (phases, op) => onMany(phases, op, () => undefined),
  append,
  note: (phases, { task, text }) => {
    if (text === undefined || text.trim() === "")
      return task === undefined ? "Missing task content" : "Missing text for note operation";
    return onTask(phases, task, (found) =>
      mapTasks(phases, (other) =>
        other === found ? { ...other, notes: [...(other.notes ?? []), text] } : other,
      ),
    );
  },
};

function pending(content: string): TodoTask {
  return { content, status: "pending" };
}

function append(phases: Phases, { phase: name, items }: TodoOp): Applied {
  if (!name) return "Missing phase name for append operation";
  if (items === undefined || items.length === 0) return "Missing items for append operation";
  const known = new Set(phases.flatMap(({ tasks }) => tasks.map(({ content }) => content)));
  for (const item of items) {
    if (known.has(item)) return `Task "${item}" already exists`;
    known.add(item);
  }
  const added = items.map(pending);
  return phases.some((phase) => phase.name === name)
    ? phases.map((phase) =>
        phase.name === name ? { ...phase, tasks: [...phase.tasks, ...added] } : phase,
      )
    : [...phases, { name, tasks: added }];
}

function onTask(
  phases: Phases,
  content: string | undefined,
  change: (task: TodoTask) => Phases,
): Applied {
  if (!content) return "Missing task content";
  const tasks = phases.flatMap((phase) => phase.tasks);
  const found = tasks.find((task) => task.content === content);
  if (found !== undefined) return change(found);
  const hint =
    tasks.length === 0 ? " (todo list is empty — was it replaced or not yet created?)" : "";
  return `Task "${content}" not found${hint}`;
}

/** One task, a phase, or everything. */
function onMany(
  phases: Phases,
  { task, phase: name }: TodoOp,
  change: (task: TodoTask) => TodoTask | undefined,
): Applied {
  if (task !== undefined)
    return onTask(phases, task, (found) =>
      mapTasks(phases, (other) => (other === found ? change(other) : other)),
    );
  if (name === "") return "Missing phase name";
  if (name !== undefined && !phases.some((phase) => phase.name === name))
    return `Phase "${name}" not found`;
  return mapTasks(phases, (other, phase) =>
    name === undefined || phase.name === name ? change(other) : other,
  );
}
