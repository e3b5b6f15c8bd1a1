// `omp grep`: what the model's search would find.
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { runTool } from "../run-tool.ts";

export default {
  summary: "search file contents as the model does",
  forms: [
    ["grep <pattern>", "in the working directory"],
    ["grep <pattern> <path>...", "in files, directories or globs"],
  ],
  examples: [
    ["omp grep 'createSession\\(' src", "a regular expression, in one folder"],
    ["omp grep -i todo 'src/**/*.ts'", "in files that a pattern names"],
    ["omp grep --no-ignore secret .", "also in what git ignores"],
    ["omp grep -- -x", "a pattern that begins with a dash"],
  ],
  maxWords: Number.POSITIVE_INFINITY,
  flags: [
    { name: "ignore-case", short: "i", group: "other", help: "ignore case" },
    { name: "no-ignore", group: "other", help: "search ignored files too" },
    { name: "skip", value: "n", group: "other", help: "leave out that many files" },
  ],
  run,
} satisfies CliCommand;

async function run(call: CommandCall): Promise<ExitName> {
  const { words, flags } = call.args;
  const [pattern, ...paths] = words;
  if (pattern === undefined) throw new UserError("No pattern: omp grep <pattern> [path...].");
  const { default: tool } = await import("../../tools/search/search.ts");
  const args = {
    pattern,
    paths: paths.length === 0 ? ["."] : paths,
    i: flags.has("ignore-case"),
    gitignore: !flags.has("no-ignore"),
    ...skipOf(flags.get("skip")),
  };
  return runTool(tool, args, call);
}

function skipOf(given: unknown): { skip?: number } {
  if (typeof given !== "string") return {};
  const skip = Number(given);
  if (Number.isInteger(skip) && skip >= 0) return { skip };
  throw new UserError(`--skip cannot be "${given}"; give a number of files.`);
}
