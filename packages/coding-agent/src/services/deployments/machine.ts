// What reaching a model may need of the machine beyond its environment: files, helper programs, the network.
import { captureCommand } from "../../platform/capture-command.ts";
import { childEnvironment } from "../../platform/child-environment.ts";
import type { Host } from "../../platform/host.ts";

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  /** The text of a file, or undefined when there is none. */
  readonly readText: (path: string) => Promise<string | undefined>;
  /** Runs a command of the user's own configuration; undefined when it failed. */
  readonly runCommand: (command: string, timeoutMs: number) => Promise<string | undefined>;
  readonly now: () => number;
}

/** The machine that omp runs on. */
export function machineOf(host: Pick<Host, "env" | "home" | "now">): Machine {
  const { env, home, now } = host;
  return {
    env,
    home,
    readText: async (path) => {
      const file = Bun.file(path);
      return (await file.exists()) ? file.text() : undefined;
    },
    runCommand: (command, timeoutMs) =>
      captureCommand({ command, env: childEnvironment(env, new Set()), timeoutMs }),
    now,
  };
}

/** True for the usual ways to say yes in a variable. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && ["1", "true", "yes", "on"].includes(value.trim().toLowerCase());
}
