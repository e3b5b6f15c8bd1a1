// The tool `search_tool_bm25`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { toolActivationNeed } from "../../services/tool-discovery/tool-activation.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./search-tool-bm25.md" with { type: "text" };

export default defineTool({
  name: "search_tool_bm25",
  label: "Find tools",
  description: description.trim(),
  parameters,
  tier: "read",
  concurrency: "exclusive",
  traits: { loadMode: "essential" },
  needs: { tools: toolActivationNeed },
  load: () => import("./run.ts"),
});
