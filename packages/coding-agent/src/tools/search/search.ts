// The tool `search`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { fileOptionsFrom } from "../../services/files/file-options.ts";
import { anchoredSearchNeeds } from "../../services/search/anchored-search-needs.ts";
import { searchView } from "../../services/search/search-view.ts";
import type { LiveCapabilities } from "../../services/tool-prompts/live-capabilities.ts";
import { renderPrompt } from "../../services/tool-prompts/render-prompt.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./search.md" with { type: "text" };

function describedBy(facts: { readonly anchors: boolean }): Tool {
  return defineTool({
    name: "search",
    label: "Search",
    description: renderPrompt(description, facts),
    parameters,
    tier: "read",
    traits: { keep: "head" },
    needs: anchoredSearchNeeds,
    load: () => import("./run.ts"),
    view: ({ pattern = "", paths = "." }, result) =>
      searchView(`${pattern} in ${[paths].flat().join(", ")}`, result),
  });
}

export default describedBy({ anchors: true });

/** The form that tells of what the settings leave. */
export function choose(live: LiveCapabilities): Tool {
  return describedBy({ anchors: fileOptionsFrom(live).read.hasHashLines });
}
