// Tasks of a Taskfile, as task itself lists them.
import { readFirst, type TaskRunner } from "../task-runner.ts";

const FILES = ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"];

interface Listing {
  readonly tasks?: readonly { readonly name?: string }[];
}

export const task: TaskRunner = {
  id: "task",
  find: async ({ directory, output }) => {
    const files = [...FILES, "Taskfile.dist.yml", "Taskfile.dist.yaml"];
    if (readFirst(directory, ...files) === undefined) return [];
    const printed = await output("task --list-all --json");
    if (printed === undefined) return [];
    const { tasks = [] } = JSON.parse(printed) as Listing;
    return tasks.flatMap(({ name }) =>
      name === undefined || name === "" ? [] : [{ name, command: `task ${name}` }],
    );
  },
};
