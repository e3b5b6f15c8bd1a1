// The tool `ast_grep`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { fileMemoryNeed } from "../../services/files/file-memory.ts";
import { fileOptionsNeed } from "../../services/files/file-options.ts";
import { internalUrlsNeed } from "../../services/internal-urls/internal-urls.ts";
import { searchEnginesNeed } from "../../services/search/search-engines.ts";
import { searchView } from "../../services/search/search-view.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./ast-grep.md" with { type: "text" };

export default defineTool({
  name: "ast_grep",
  label: "AST Grep",
  description: description.trim(),
  parameters,
  tier: "read",
  traits: { keep: "head" },
  needs: {
    workspace: workspaceNeed,
    options: fileOptionsNeed,
    memory: fileMemoryNeed,
    urls: internalUrlsNeed,
    engines: searchEnginesNeed,
  },
  load: () => import("./run.ts"),
  view: ({ pat = "", paths = [] }, result) => searchView(`${pat} in ${paths.join(", ")}`, result),
});
