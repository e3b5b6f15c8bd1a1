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
  forms: [["acp", "serve an editor on stdin and stdout"]],
  examples: [
    ["omp acp --model sonnet", "what to put into an editor's settings"],
    ["omp acp --approval-mode always-ask", "the editor asks before every change"],
    ["omp acp --no-session", "conversations that leave nothing on disk"],
  ],
  maxWords: 0,
  flags: FLAGS.filter(({ name, missing }) => !NOT_FOR_EDITORS.has(name) && missing === undefined),
  run: async ({ args, host, assembly, output }) => {
    const { serveAcp } = await import("../serve-acp.ts");
    return serveAcp(args, host, assembly, output);
  },
} satisfies CliCommand;
