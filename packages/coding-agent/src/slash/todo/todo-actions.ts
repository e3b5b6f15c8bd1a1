// What a person can do to the to-do list by typing.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { applyTodoOps, type TodoOp } from "../../services/todo/apply-todo-ops.ts";
import { fromTodoMarkdown, toTodoMarkdown } from "../../services/todo/todo-markdown.ts";
import type { TodoPhase } from "../../session/state/todos.ts";
import { handOut } from "../hand-out.ts";
import type { SlashPort } from "../slash-command.ts";
import { findTask } from "./find-task.ts";

export interface TodoAction {
  readonly about: string;
  run(rest: string, port: SlashPort): Promise<void> | void;
}

const FILE = "TODO.md";
const NEW_PHASE = "Todos";

export const TODO_ACTIONS: Readonly<Record<string, TodoAction>> = {
  edit: { about: "change the list in an editor", run: (_, port) => edit(port) },
  copy: {
    about: "copy the list as Markdown",
    run: (_, port) => handOut(phasesOf(port).length === 0 ? "" : markdownOf(port), port),
  },
  export: { about: "write the list to a file", run: exportTo },
  import: { about: "take the list from a file", run: importFrom },
  append: { about: "add a task", run: append },
  start: { about: "begin with a task", run: change("start") },
  done: { about: "mark a task, or all, as done", run: change("done") },
  drop: { about: "mark a task, or all, as not wanted", run: change("drop") },
  rm: { about: "take a task, or all, off the list", run: change("rm") },
};

/** The action of this name; showing the list for none. */
export function findTodoAction(name: string): TodoAction | undefined {
  if (name === "") return { about: "show the list", run: (_, port) => show(port) };
  return Object.hasOwn(TODO_ACTIONS, name) ? TODO_ACTIONS[name] : undefined;
}

function phasesOf({ sessions }: SlashPort): readonly TodoPhase[] {
  return sessions.current.decided.todos;
}

function markdownOf(port: SlashPort): string {
  return toTodoMarkdown(phasesOf(port)).trim();
}

function show(port: SlashPort): void {
  port.reply(phasesOf(port).length === 0 ? "The to-do list is empty." : markdownOf(port));
}

async function store(phases: readonly TodoPhase[], port: SlashPort): Promise<void> {
  await port.sessions.send({ type: "set_todos", phases });
  show(port);
}

async function edit(port: SlashPort): Promise<void> {
  if (port.dialogs === undefined)
    return port.reply("There is no editor here; use /todo export and /todo import.");
  const text = await port.dialogs.editor("To-do list", toTodoMarkdown(phasesOf(port)));
  if (text !== undefined) await take(text, port);
}

async function take(text: string, port: SlashPort): Promise<void> {
  const { phases, errors } = fromTodoMarkdown(text);
  if (errors.length > 0) return port.reply(["The list is as it was:", ...errors].join("\n"));
  await store(
    phases.filter(({ tasks }) => tasks.length > 0),
    port,
  );
}

function fileIn(rest: string, { sessions }: SlashPort): string {
  return resolve(sessions.current.log.header.cwd, rest || FILE);
}

function exportTo(rest: string, port: SlashPort): void {
  const path = fileIn(rest, port);
  if (existsSync(path)) return port.reply(`${path} is there already; name another file.`);
  writeFileSync(path, `${markdownOf(port)}\n`, { flag: "wx" });
  port.reply(`Written to ${path}`);
}

async function importFrom(rest: string, port: SlashPort): Promise<void> {
  const path = fileIn(rest, port);
  if (!existsSync(path)) return port.reply(`There is no file ${path}.`);
  await take(readFileSync(path, "utf8"), port);
}

async function append(rest: string, port: SlashPort): Promise<void> {
  if (rest === "") return port.reply("What is to be done? /todo append [phase:] <task>");
  const phases = phasesOf(port);
  const named = phases.find(({ name }) => rest.startsWith(`${name}:`));
  const item = named === undefined ? rest : rest.slice(named.name.length + 1).trim();
  const phase = named?.name ?? phases.at(-1)?.name ?? NEW_PHASE;
  await apply({ op: "append", phase, items: [item] }, port);
}

function change(op: "start" | "done" | "drop" | "rm"): TodoAction["run"] {
  return async (rest, port) => {
    if (rest === "" && op === "start") return port.reply("Which task? /todo start <task>");
    if (rest === "") return apply({ op }, port);
    const found = findTask(rest, phasesOf(port));
    if (typeof found === "string") return port.reply(found);
    await apply({ op, ...found }, port);
  };
}

async function apply(op: TodoOp, port: SlashPort): Promise<void> {
  const { phases, errors } = applyTodoOps(phasesOf(port), [op]);
  if (errors.length > 0) return port.reply(errors.join("\n"));
  await store(
    phases.filter(({ tasks }) => tasks.length > 0),
    port,
  );
}
