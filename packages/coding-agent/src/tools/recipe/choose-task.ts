// Which task an op means, and the texts that say why none does.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { Task } from "./task-runner.ts";

/** A runner that has tasks here. */
export interface FoundRunner {
  readonly id: string;
  readonly tasks: readonly Task[];
}

export interface Choice {
  readonly runner: string;
  readonly task: Task;
  /** What follows the task, as it was given. */
  readonly rest: string;
}

/** The task an op means; throws a failure that lists what there is. */
export function chooseTask(op: string, runners: readonly FoundRunner[]): Choice {
  const text = op.trim();
  const list = taskList(runners);
  if (text === "") throw new ToolFailure(`recipe op is empty. ${list}`);
  const [word = "", rest = ""] = splitFirst(text);
  const [prefix, name] = splitPrefix(word, runners);
  const matches = runners
    .filter(({ id }) => prefix === undefined || id === prefix)
    .flatMap(({ id, tasks }) =>
      tasks.filter((task) => task.name === name).map((task) => ({ runner: id, task, rest })),
    );
  const [match, ...others] = matches;
  if (match !== undefined && others.length === 0) return match;
  throw new ToolFailure(
    match === undefined
      ? unknownTask(name, prefix, runners, list)
      : `\`${name}\` is a task of several runners (${matches.map(({ runner }) => runner).join(", ")}). Put one of them before it, e.g. \`${match.runner}:${name}\`. ${list}`,
  );
}

function unknownTask(
  name: string,
  prefix: string | undefined,
  runners: readonly FoundRunner[],
  list: string,
): string {
  if (runners.length === 0) return "No task runner with tasks was found here.";
  if (prefix !== undefined) return `Runner \`${prefix}\` has no task named \`${name}\`. ${list}`;
  const ids = runners.map(({ id }) => id);
  return `No runner task named \`${name}\`. Use one of the available runner ids (${ids.join(", ")}) as a prefix when needed, e.g. \`${ids[0]}:${name}\`. ${list}`;
}

function splitFirst(text: string): string[] {
  const end = text.search(/\s/);
  return end === -1 ? [text] : [text.slice(0, end), text.slice(end).trim()];
}

function splitPrefix(
  word: string,
  runners: readonly FoundRunner[],
): [prefix: string | undefined, name: string] {
  const colon = word.indexOf(":");
  const prefix = word.slice(0, colon);
  return colon > 0 && runners.some(({ id }) => id === prefix)
    ? [prefix, word.slice(colon + 1)]
    : [undefined, word];
}

const MAX_LISTED = 20;

function taskList(runners: readonly FoundRunner[]): string {
  const lines = runners.map(({ id, tasks }) => {
    const names = tasks.slice(0, MAX_LISTED).map(({ name }) => name);
    const more = tasks.length > MAX_LISTED ? `, … ${tasks.length - MAX_LISTED} more` : "";
    return `- ${id}: ${names.join(", ")}${more}`;
  });
  return ["Available tasks:", ...(lines.length === 0 ? ["(none)"] : lines)].join("\n");
}
