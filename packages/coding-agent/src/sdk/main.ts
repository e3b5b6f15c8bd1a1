// The whole command line as a function.
import { EXIT } from "../platform/exit-codes.ts";

/** Runs omp with these arguments over this process's stdin and stdout; gives the exit code and leaves the exit to the caller. */
export async function main(argv: readonly string[]): Promise<number> {
  const { runCli } = await import("../cli/run-cli.ts");
  const how = await runCli(argv, {
    createSession: async (...args) => (await import("../assemble.ts")).createSession(...args),
    loadSettings: async (host) =>
      (await import("../assemble/session-settings.ts")).userSettings(host),
  });
  return EXIT[how];
}
