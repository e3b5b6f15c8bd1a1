// The tool `checkpoint`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { checkpointsNeed } from "../../services/checkpoints.ts";
import description from "./checkpoint.md" with { type: "text" };
import { parameters } from "./parameters.gen.ts";

export default defineTool({
  name: "checkpoint",
  label: "Checkpoint",
  description: description.trim(),
  parameters,
  tier: "read",
  concurrency: "exclusive",
  traits: { withoutIntent: true },
  needs: { checkpoints: checkpointsNeed },
  load: () => import("./run.ts"),
});
