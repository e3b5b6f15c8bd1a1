// The to-do list as Markdown, for people to read and edit, and back.
import type { TodoPhase, TodoStatus, TodoTask } from "../../session/state/todos.ts";
import { withOneActive } from "./todo-list.ts";

const MARKS: Readonly<Record<TodoStatus, string>> = {
  pending: " ",
  in_progress: "/",
  completed: "x",
  abandoned: "-",
};
const NO_PHASE = "Todos";

/** The list as Markdown; an empty list is a heading. */
export function toTodoMarkdown(phases: readonly TodoPhase[]): string {
  if (phases.length === 0) return `# ${NO_PHASE}\n`;
  return phases.map(({ name, tasks }) => `# ${name}\n${tasks.map(taskLines).join("")}`).join("\n");
}

function taskLines({ content, status, notes = [] }: TodoTask): string {
  return `- [${MARKS[status]}] ${content}\n${notes.map((note) => `  > ${note}\n`).join("")}`;
}

const HEADING = /^#+\s+(.*\S)\s*$/;
const TASK = /^\s*[-*]\s+\[(.)\]\s+(.*\S)\s*$/u;
const NOTE = /^\s*>\s?(.*\S)\s*$/;

interface Draft {
  readonly name: string;
  readonly tasks: { content: string; status: TodoStatus; notes?: string[] }[];
}

/** Reads Markdown; lines that say nothing known are named. */
export function fromTodoMarkdown(text: string): {
  readonly phases: readonly TodoPhase[];
  readonly errors: readonly string[];
} {
  const drafts: Draft[] = [];
  const errors: string[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const problem = line.trim() === "" ? undefined : readLine(line, drafts);
    if (problem !== undefined) errors.push(`Line ${index + 1}: ${problem}`);
  });
  return { phases: withOneActive(drafts), errors };
}

function readLine(line: string, drafts: Draft[]): string | undefined {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) {
    drafts.push({ name: heading, tasks: [] });
    return undefined;
  }
  const [, mark = "", content = ""] = TASK.exec(line) ?? [];
  if (content !== "") return addTask(drafts, mark, content);
  const note = NOTE.exec(line)?.[1];
  const task = drafts.at(-1)?.tasks.at(-1);
  if (note === undefined || task === undefined) return `unrecognized syntax "${line.trim()}"`;
  (task.notes ??= []).push(note);
  return undefined;
}

function addTask(drafts: Draft[], mark: string, content: string): string | undefined {
  const [status] = (Object.entries(MARKS) as [TodoStatus, string][]).find(
    ([, known]) => known === mark.toLowerCase(),
  ) ?? [undefined];
  if (status === undefined) return `unknown status marker "[${mark}]" (use [ ], [x], [/], [-])`;
  if (drafts.length === 0) drafts.push({ name: NO_PHASE, tasks: [] });
  drafts.at(-1)?.tasks.push({ content, status });
  return undefined;
}
