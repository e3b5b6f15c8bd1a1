// Recipes of a justfile, as just itself lists them.
import { readFirst, type TaskRunner } from "../task-runner.ts";

interface Dump {
  readonly recipes?: Readonly<Record<string, { readonly private?: boolean }>>;
}

export const just: TaskRunner = {
  id: "just",
  find: async ({ directory, output }) => {
    if (readFirst(directory, "justfile", "Justfile", ".justfile", "JUSTFILE") === undefined)
      return [];
    const printed = await output("just --dump --dump-format json");
    if (printed === undefined) return [];
    const { recipes = {} } = JSON.parse(printed) as Dump;
    return Object.entries(recipes)
      .filter(([name, recipe]) => recipe.private !== true && !name.startsWith("_"))
      .map(([name]) => ({ name, command: `just ${name}` }));
  },
};
