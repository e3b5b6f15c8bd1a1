// Targets of a makefile, read without running make. Where `.PHONY` names targets, only those are tasks.
import { readFirst, type TaskRunner } from "../task-runner.ts";

const RULE = /^([A-Za-z0-9][\w./ -]*?)\s*::?(?!=)/;
const PHONY = /^\.PHONY\s*:\s*(.*)$/;

export const make: TaskRunner = {
  id: "make",
  find: async ({ directory }) => {
    const text = readFirst(directory, "GNUmakefile", "makefile", "Makefile");
    if (text === undefined) return [];
    const targets = new Set<string>();
    const phony = new Set<string>();
    for (const line of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
      for (const name of words(PHONY.exec(line)?.[1])) phony.add(name);
      for (const name of words(RULE.exec(line)?.[1])) targets.add(name);
    }
    const tasks = phony.size === 0 ? targets : [...targets].filter((name) => phony.has(name));
    return [...tasks].map((name) => ({ name, command: `make ${name}` }));
  },
};

function words(text = ""): string[] {
  return text.split(/\s+/).filter((word) => /^[\w./-]+$/.test(word) && !word.includes("%"));
}
