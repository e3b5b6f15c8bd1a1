// The tool `resolve`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { pendingActionsNeed } from "../../services/pending-actions/pending-actions.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./resolve.md" with { type: "text" };

export default defineTool({
  name: "resolve",
  label: "Resolve",
  description: description.trim(),
  parameters,
  tier: "read",
  concurrency: "exclusive",
  traits: { hidden: true, withoutIntent: true },
  needs: { actions: pendingActionsNeed },
  load: () => import("./run.ts"),
});
