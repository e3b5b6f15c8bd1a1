// What a task runner is to this tool, and what it may look with.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One task and the command that runs it. */
export interface Task {
  readonly name: string;
  readonly command: string;
  /** Relative to the project; the project itself without it. */
  readonly directory?: string;
}

/** How a runner looks for its tasks. */
export interface Probe {
  readonly directory: string;
  /** What a command prints; undefined when it fails. */
  readonly output: (command: string) => Promise<string | undefined>;
}

/** Finds the tasks of one runner; none when it has nothing here. */
export interface TaskRunner {
  readonly id: string;
  find(probe: Probe): Promise<readonly Task[]>;
}

/** The text of the first of these files, if any is there. */
export function readFirst(directory: string, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    try {
      return readFileSync(join(directory, name), "utf8");
    } catch {
      // Not there or not readable: this runner has no tasks from it.
    }
  }
  return undefined;
}
