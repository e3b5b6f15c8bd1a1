// The tool `read`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { artifactWriterNeed } from "../../services/artifact-writer.ts";
import { codeSummaryNeed } from "../../services/code-summary.ts";
import { fileMemoryNeed } from "../../services/files/file-memory.ts";
import { fileOptionsNeed } from "../../services/files/file-options.ts";
import { internalUrlsNeed } from "../../services/internal-urls/internal-urls.ts";
import { webFetchNeed } from "../../services/web-fetch.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import { parameters } from "./parameters.gen.ts";
import { readView } from "./read-view.ts";
import description from "./read.md" with { type: "text" };

export default defineTool({
  name: "read",
  label: "Read",
  description: description.trim(),
  parameters,
  tier: "read",
  traits: {
    keep: "head",
    touches: ({ path }) => ({ read: typeof path === "string" ? [path] : [] }),
  },
  needs: {
    workspace: workspaceNeed,
    options: fileOptionsNeed,
    memory: fileMemoryNeed,
    urls: internalUrlsNeed,
    summary: codeSummaryNeed,
    web: webFetchNeed,
    artifacts: artifactWriterNeed,
  },
  load: () => import("./run.ts"),
  view: ({ path = "" }, result) => readView(path, result),
});
