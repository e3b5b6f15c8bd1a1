// Runs the `patch` variant of `edit`: operations with diffs on one file.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { describePatch } from "@oh-my-pi/pi-edit/patch/describe";
import { type FilePatch, planPatch } from "@oh-my-pi/pi-edit/patch/plan";
import { listPatchPaths } from "@oh-my-pi/pi-edit/multi-file/read-states";
import { carryOut, type EditNeeds, type EditResult } from "./carry-out.ts";
import { fuzzyFrom } from "./fuzzy.ts";
import type { PatchArguments } from "./parameters.ts";

export async function run(
  context: ToolContext<EditNeeds>,
  { path, edits }: PatchArguments,
): Promise<EditResult> {
  const patches = edits.map(({ op, rename, diff }): FilePatch => ({
    path,
    ...(op !== undefined && { op }),
    ...(rename !== undefined && { rename }),
    ...(diff !== undefined && { diff }),
  }));
  return applyPatches(context, patches);
}

/** Plans and writes file operations; shared with `apply_patch`. */
export async function applyPatches(
  context: ToolContext<EditNeeds>,
  patches: readonly FilePatch[],
): Promise<EditResult> {
  const { workspace, options } = context.needs;
  return carryOut(context, {
    paths: listPatchPaths(patches),
    plan: (lookup) =>
      planPatch(patches, lookup, {
        blockGenerated: options.edit.blockGenerated,
        describePath: (path) => workspace.resolve(path),
        ...fuzzyFrom(options.edit),
      }),
    describe: describePatch,
  });
}
