// The tool `inspect_image`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { fileOptionsNeed } from "../../services/files/file-options.ts";
import { visionNeed } from "../../services/vision.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import description from "./inspect-image.md" with { type: "text" };
import { parameters } from "./parameters.gen.ts";

export default defineTool({
  name: "inspect_image",
  label: "Inspect image",
  description: description.trim(),
  parameters,
  tier: "read",
  traits: { loadMode: "discoverable" },
  needs: { vision: visionNeed, workspace: workspaceNeed, options: fileOptionsNeed },
  load: () => import("./run.ts"),
});
