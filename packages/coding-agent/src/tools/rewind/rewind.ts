// The tool `rewind`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { checkpointsNeed } from "../../services/checkpoints.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./rewind.md" with { type: "text" };

export default defineTool({
  name: "rewind",
  label: "Rewind",
  description: description.trim(),
  parameters,
  tier: "read",
  concurrency: "exclusive",
  traits: { withoutIntent: true },
  needs: { checkpoints: checkpointsNeed },
  load: () => import("./run.ts"),
});
