// Opens files that omp makes for itself at places everybody knows: locks, logs, databases. Whoever puts a link there gets
// nothing written to where it leads.
import { closeSync, constants, openSync } from "node:fs";
import { UserError } from "./exit-codes.ts";

/** A descriptor for appending; the file is made where it is missing, private. Throws where a link stands in its place. */
export function openOwnFile(path: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  try {
    return openSync(path, O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ELOOP") throw error;
    const problem = `${path} is a link; omp writes to a file of its own there. Remove the link.`;
    throw new UserError(problem, "error");
  }
}

/** Makes the file where it is missing, private. */
export function makeOwnFile(path: string): void {
  closeSync(openOwnFile(path));
}
