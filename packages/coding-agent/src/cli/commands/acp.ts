// `omp acp`: the Agent Client Protocol on stdin and stdout, for editors. The same as `--mode acp`.
import type { CliCommand } from "../command.ts";
import { FLAGS } from "../flags.ts";

/** Flags that say what the editor says itself, or how a person is talked to. */
const NOT_FOR_EDITORS: ReadonlySet<string> = new Set([
  "print",
  "mode",
  "accessible",
  "event-detail",
  "max-time",
  "list-models",
  "continue",
  "resume",
  "fork",
  "export",
  "help",
  "version",
]);

export default {
  summary: "work inside an editor (Agent Client Protocol)",
  forms: [
    ["acp", "serve an editor on stdin and stdout"],
    ["acp --approval-mode write", "ask the editor before commands are run"],
  ],
  flags: FLAGS.filter(({ name, missing }) => !NOT_FOR_EDITORS.has(name) && missing === undefined),
  run: async ({ args, host, assembly, output }) => {
    const { serveAcp } = await import("../serve-acp.ts");
    return serveAcp(args, host, assembly, output);
  },
} satisfies CliCommand;
