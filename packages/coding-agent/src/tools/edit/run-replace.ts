// Runs the `replace` variant of `edit`.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { planReplace, type ReplaceCall } from "@oh-my-pi/pi-edit/replace/plan";
import { carryOut, type EditNeeds, type EditResult } from "./carry-out.ts";
import { fuzzyFrom } from "./fuzzy.ts";
import type { ReplaceArguments } from "./parameters.ts";

export async function run(
  context: ToolContext<EditNeeds>,
  { path, edits }: ReplaceArguments,
): Promise<EditResult> {
  const { edit } = context.needs.options;
  const call: ReplaceCall = {
    path,
    edits: edits.map(({ all, ...texts }) => (all === undefined ? texts : { ...texts, all })),
  };
  let text = "";
  return carryOut(context, {
    paths: [path],
    plan: (lookup) => {
      const planned = planReplace(call, lookup, {
        blockGenerated: edit.blockGenerated,
        ...fuzzyFrom(edit),
      });
      if (planned.ok) text = planned.text;
      return planned;
    },
    describe: ({ files }) => {
      const warnings = files.flatMap((file) => file.warnings);
      return warnings.length === 0 ? text : [text, "", "Warnings:", ...warnings].join("\n");
    },
  });
}
