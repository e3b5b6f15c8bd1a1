// Where a run works: the directory it was started in, unless that is the home directory itself.
import { mkdtempSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../platform/host.ts";
import type { ParsedArgs } from "./parse-args.ts";

/** A directory, and what to say about it. */
export interface WorkPlace extends Disposable {
  readonly cwd: string;
  readonly note?: string;
}

/** The home directory itself is no project: unless it is asked for, a scratch directory takes its place. */
export function workPlace({ flags }: ParsedArgs, host: Host): WorkPlace {
  if (host.cwd !== host.home || flags.has("allow-home"))
    return { cwd: host.cwd, [Symbol.dispose]: () => {} };
  const cwd = mkdtempSync(join(host.tmp, "omp-scratch-"));
  return {
    cwd,
    note: `this is your home directory, so omp works in ${cwd}; --allow-home lets it work here.`,
    [Symbol.dispose]: () => {
      try {
        rmdirSync(cwd);
      } catch {
        // Something was made there, which is the user's now.
      }
    },
  };
}
