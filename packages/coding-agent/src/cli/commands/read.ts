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
  examples: [
    ["omp read src/app.ts", "with the line anchors that edits refer to"],
    ["omp read src/app.ts:120-160", "these lines"],
    ["omp read report.pdf", "documents, archives, notebooks, databases"],
    ["omp read https://example.com", "a web page as text"],
    ["omp read omp://", "omp's own guide"],
  ],
  maxWords: 1,
  flags: [],
  run,
} satisfies CliCommand;

async function run(call: CommandCall): Promise<ExitName> {
  const [path] = call.args.words;
  if (path === undefined) throw new UserError("What to read? omp read <path>.");
  const { default: tool } = await import("../../tools/read/read.ts");
  return runTool(tool, { path }, call);
}
