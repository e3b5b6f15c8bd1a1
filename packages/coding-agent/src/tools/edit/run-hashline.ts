// Runs the `hashline` variant of `edit`.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { describeHashline } from "@oh-my-pi/pi-edit/hashline/describe";
import { parseHashline } from "@oh-my-pi/pi-edit/hashline/parse";
import { planHashline } from "@oh-my-pi/pi-edit/hashline/plan";
import { carryOut, type EditNeeds, type EditResult, pathResolver } from "./carry-out.ts";
import type { HashlineArguments } from "./parameters.ts";

export async function run(
  context: ToolContext<EditNeeds>,
  { input, path }: HashlineArguments,
): Promise<EditResult> {
  const { workspace, options, memory } = context.needs;
  const parsed = parseHashline(input, {
    cwd: workspace.cwd,
    ...(path !== undefined && { defaultPath: path }),
  });
  if (!parsed.ok) throw new ToolFailure(parsed.message);
  const resolve = pathResolver(context.needs);
  return carryOut(context, {
    paths: parsed.sections.map((section) => section.path),
    plan: (lookup) =>
      planHashline(parsed.sections, lookup, {
        blockGenerated: options.edit.blockGenerated,
        absorb: { insertEchoes: options.edit.dropInsertDuplicates },
        findSnapshot: (name, hash) => memory.reads.find(resolve(name), hash),
        warnings: parsed.warnings,
      }),
    describe: describeHashline,
  });
}
