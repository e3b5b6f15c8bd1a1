// The tool `search`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { anchoredSearchNeeds } from "../../services/search/anchored-search-needs.ts";
import { searchView } from "../../services/search/search-view.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./search.md" with { type: "text" };

export default defineTool({
  name: "search",
  label: "Search",
  description: description.trim(),
  parameters,
  tier: "read",
  traits: { keep: "head" },
  needs: anchoredSearchNeeds,
  load: () => import("./run.ts"),
  view: ({ pattern = "", paths = "." }, result) =>
    searchView(`${pattern} in ${[paths].flat().join(", ")}`, result),
});
