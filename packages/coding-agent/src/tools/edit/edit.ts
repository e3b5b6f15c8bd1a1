// The tool `edit` in its four forms: what a model is told of each. What they do is in the run files,
// loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Tool, ToolTraits } from "@oh-my-pi/pi-agent-core/tool";
import { fileMemoryNeed } from "../../services/files/file-memory.ts";
import { fileOptionsNeed } from "../../services/files/file-options.ts";
import { isAside } from "../../services/files/path-kind.ts";
import { type EditMode, editMode } from "../../services/files/settings.ts";
import { internalUrlsNeed } from "../../services/internal-urls/internal-urls.ts";
import type { LiveCapabilities } from "../../services/tool-prompts/live-capabilities.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import { editView } from "./edit-view.ts";
import {
  applyPatchParameters,
  hashlineParameters,
  patchParameters,
  replaceParameters,
} from "./parameters.gen.ts";
import { applyPatchTargets, fileTargets, hashlineTargets } from "./targets.ts";
import applyPatchText from "./apply-patch.md" with { type: "text" };
import hashlineText from "./hashline.md" with { type: "text" };
import patchText from "./patch.md" with { type: "text" };
import replaceText from "./replace.md" with { type: "text" };

const shared = {
  name: "edit",
  label: "Edit",
  concurrency: "exclusive",
  needs: {
    workspace: workspaceNeed,
    options: fileOptionsNeed,
    memory: fileMemoryNeed,
    urls: internalUrlsNeed,
  },
} as const;

const hashline = defineTool({
  ...shared,
  description: hashlineText.trim(),
  parameters: hashlineParameters,
  tier: (args) => tierOf(hashlineTargets(args)),
  approvalDetails: ({ input }) => input,
  traits: {
    ...traitsFor((args) => hashlineTargets(args)),
    acceptsAbortMarker: (input) => input.trimStart().startsWith("¶"),
  },
  load: () => import("./run-hashline.ts"),
  view: (args, result) => editView(hashlineTargets(args), result),
});

const replace = defineTool({
  ...shared,
  description: replaceText.trim(),
  parameters: replaceParameters,
  tier: ({ path }) => tierOf([path]),
  approvalDetails: ({ path, edits }) => [
    path,
    ...edits.map((edit) => `- ${edit.old_text}\n+ ${edit.new_text}`),
  ],
  traits: traitsFor(fileTargets),
  load: () => import("./run-replace.ts"),
  view: (args, result) => editView(args.path === undefined ? [] : [args.path], result),
});

const patch = defineTool({
  ...shared,
  description: patchText.trim(),
  parameters: patchParameters,
  tier: (args) => tierOf(fileTargets(args)),
  approvalDetails: ({ path, edits }) => [
    path,
    ...edits.map(({ op = "update", rename, diff }) =>
      [op, rename, diff].filter(Boolean).join("\n"),
    ),
  ],
  traits: traitsFor(fileTargets),
  load: () => import("./run-patch.ts"),
  view: (args, result) => editView(fileTargets(args), result),
});

const applyPatch = defineTool({
  ...shared,
  description: applyPatchText.trim(),
  parameters: applyPatchParameters,
  tier: (args) => tierOf(applyPatchTargets(args)),
  approvalDetails: ({ input }) => input,
  traits: traitsFor((args) => applyPatchTargets(args)),
  load: () => import("./run-apply-patch.ts"),
  view: (args, result) => editView(applyPatchTargets(args), result),
});

function tierOf(targets: readonly string[]): "read" | "write" {
  return targets.length > 0 && targets.every(isAside) ? "read" : "write";
}

function traitsFor(targets: (args: Readonly<Record<string, string>>) => string[]): ToolTraits {
  return {
    nonAbortable: true,
    touches: (args) => ({ edited: targets(args as Record<string, string>) }),
  };
}

export default hashline;

/** The form that `edit.mode` asks for. */
export function choose({ get }: LiveCapabilities): Tool {
  return byEditMode[get(editMode)];
}

export const byEditMode: Readonly<Record<EditMode, Tool>> = {
  hashline,
  replace,
  patch,
  apply_patch: applyPatch,
};
