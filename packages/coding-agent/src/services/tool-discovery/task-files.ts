// Whether a directory has a file in which task runners keep their tasks. Looks at names only; reads and runs
// nothing.
import { readdirSync } from "node:fs";

const TASK_FILE =
  /^(?:\.?justfile|package\.json|cargo\.toml|makefile|gnumakefile|taskfile(?:\.dist)?\.ya?ml)$/i;

export function hasTaskFile(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => TASK_FILE.test(name));
  } catch {
    // A directory that cannot be listed has no tasks to offer.
    return false;
  }
}
