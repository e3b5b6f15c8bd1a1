// Runs the `apply_patch` variant of `edit`: a whole patch as text.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { parseApplyPatch } from "@oh-my-pi/pi-edit/apply-patch/parse";
import type { EditNeeds, EditResult } from "./carry-out.ts";
import type { ApplyPatchArguments } from "./parameters.ts";
import { applyPatches } from "./run-patch.ts";

export async function run(
  context: ToolContext<EditNeeds>,
  { input }: ApplyPatchArguments,
): Promise<EditResult> {
  const parsed = parseApplyPatch(input);
  if (!parsed.ok) throw new ToolFailure(parsed.message);
  return applyPatches(context, parsed.patches);
}
