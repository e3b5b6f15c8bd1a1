// The tool `find`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { internalUrlsNeed } from "../../services/internal-urls/internal-urls.ts";
import { searchView } from "../../services/search/search-view.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./find.md" with { type: "text" };

export default defineTool({
  name: "find",
  label: "Find",
  description: description.trim(),
  parameters,
  tier: "read",
  traits: { keep: "head" },
  needs: { workspace: workspaceNeed, urls: internalUrlsNeed },
  load: () => import("./run.ts"),
  view: ({ paths = [] }, result) => searchView(paths.join(", "), result),
});
