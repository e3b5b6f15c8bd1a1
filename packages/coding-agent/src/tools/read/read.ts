// The tool `read`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { artifactWriterNeed } from "../../services/artifact-writer.ts";
import { codeSummaryNeed } from "../../services/code-summary.ts";
import { fileMemoryNeed } from "../../services/files/file-memory.ts";
import { fileOptionsFrom, fileOptionsNeed } from "../../services/files/file-options.ts";
import { internalUrlsNeed } from "../../services/internal-urls/internal-urls.ts";
import type { LiveCapabilities } from "../../services/tool-prompts/live-capabilities.ts";
import { renderPrompt } from "../../services/tool-prompts/render-prompt.ts";
import { webFetchNeed } from "../../services/web-fetch.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import { parameters } from "./parameters.gen.ts";
import { readView } from "./read-view.ts";
import description from "./read.md" with { type: "text" };

const definition = {
  name: "read",
  label: "Read",
  parameters,
  tier: "read",
  traits: {
    keep: "head",
    touches: ({ path }: { readonly path?: unknown }) => ({
      read: typeof path === "string" ? [path] : [],
    }),
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
} as const;

function describedBy(facts: { readonly anchors: boolean; readonly web: boolean }): Tool {
  return defineTool({
    ...definition,
    description: renderPrompt(description, facts),
    view: ({ path = "" }, result) => readView(path, result),
  });
}

export default describedBy({ anchors: true, web: true });

/** The form that tells of what the settings leave. */
export function choose(live: LiveCapabilities): Tool {
  const { hasHashLines, canFetch } = fileOptionsFrom(live).read;
  return describedBy({ anchors: hasHashLines, web: canFetch });
}
