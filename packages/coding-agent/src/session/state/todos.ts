// The to-do list of a session: what the log last said it is, and its plain form. Knows no tool: any result
// that carries phases is one that changed the list.
import type { SessionEntry } from "../log/entry.ts";
import type { Fold } from "./fold.ts";

const STATUS_MARKS = { pending: " ", in_progress: "/", completed: "x", abandoned: "-" } as const;
export type TodoStatus = keyof typeof STATUS_MARKS;

export interface TodoTask {
  readonly content: string;
  readonly status: TodoStatus;
  readonly notes?: readonly string[];
}

export interface TodoPhase {
  readonly name: string;
  readonly tasks: readonly TodoTask[];
}

/** `customType` of the entries that a host or a person sets the list with. */
export const TODOS_TYPE = "omp.todos";

/** The last list wins. */
export const todos: Fold<readonly TodoPhase[]> = {
  initial: [],
  step: (phases, entry) => phasesIn(entry) ?? phases,
};

/** True for a task that is still to be done. */
export function isOpenTask({ status }: TodoTask): boolean {
  return status === "pending" || status === "in_progress";
}

/** The list as Markdown; empty for an empty list. */
export function todoMarkdown(phases: readonly TodoPhase[]): string {
  return phases
    .map(({ name, tasks }) => {
      const lines = tasks.flatMap(({ content, status, notes = [] }) => [
        `- [${STATUS_MARKS[status]}] ${content}`,
        ...notes.map((note) => `  > ${note}`),
      ]);
      return [`# ${name}`, ...lines].join("\n");
    })
    .join("\n\n");
}

/** True for a list of phases in the documented form. */
export function isTodoPhases(value: unknown): value is TodoPhase[] {
  return Array.isArray(value) && value.every(isPhase);
}

function phasesIn(entry: SessionEntry): readonly TodoPhase[] | undefined {
  const holder =
    entry.type === "custom" && entry.customType === TODOS_TYPE
      ? entry.data
      : entry.type === "message" && entry.message.role === "toolResult"
        ? entry.message.details
        : undefined;
  const phases = isObject(holder) ? holder["phases"] : undefined;
  return isTodoPhases(phases) ? phases : undefined;
}

function isPhase(value: unknown): value is TodoPhase {
  if (!isObject(value) || typeof value["name"] !== "string") return false;
  return Array.isArray(value["tasks"]) && value["tasks"].every(isTask);
}

function isTask(value: unknown): value is TodoTask {
  if (!isObject(value) || typeof value["content"] !== "string") return false;
  const { status, notes } = value;
  const hasStatus = typeof status === "string" && Object.hasOwn(STATUS_MARKS, status);
  return hasStatus && (notes === undefined || Array.isArray(notes));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
