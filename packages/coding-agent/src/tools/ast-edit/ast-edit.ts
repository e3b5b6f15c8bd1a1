// The tool `ast_edit`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { isAside } from "../../services/files/path-kind.ts";
import { pendingActionsNeed } from "../../services/pending-actions/pending-actions.ts";
import { anchoredSearchNeeds } from "../../services/search/anchored-search-needs.ts";
import { searchView } from "../../services/search/search-view.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./ast-edit.md" with { type: "text" };

export default defineTool({
  name: "ast_edit",
  label: "AST Edit",
  description: description.trim(),
  parameters,
  tier: ({ paths }) => (paths.length > 0 && paths.every(isAside) ? "read" : "write"),
  approvalDetails: ({ ops, paths }) => [
    paths.join(", "),
    ...ops.map(({ pat, out }) => `- ${pat}\n+ ${out}`),
  ],
  concurrency: "exclusive",
  traits: { keep: "head", deferrable: true },
  needs: { ...anchoredSearchNeeds, actions: pendingActionsNeed },
  load: () => import("./run.ts"),
  view: ({ paths = [] }, result) => searchView(paths.join(", "), result),
});
