// `omp read`: a file or directory as the model would see it.
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { runTool } from "../run-tool.ts";

export default {
  summary: "show a file or directory as the model sees it",
  forms: [
    ["read <path>", "the beginning of a file, or a directory"],
    ["read <path>:10-20", "some of its lines"],
  ],
  flags: [],
  run,
} satisfies CliCommand;

async function run(call: CommandCall): Promise<ExitName> {
  const [path, ...more] = call.args.words;
  if (path === undefined || more.length > 0) throw new UserError("One path: omp read <path>.");
  const { default: tool } = await import("../../tools/read/read.ts");
  return runTool(tool, { path }, call);
}
