// The tool `calc`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import description from "./calc.md" with { type: "text" };
import { parameters } from "./parameters.gen.ts";

export default defineTool({
  name: "calc",
  label: "Calc",
  description: description.trim(),
  parameters,
  tier: "read",
  traits: { loadMode: "discoverable" },
  load: () => import("./run.ts"),
});
