// The tool `write`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { ViewBlock } from "@oh-my-pi/pi-agent-core/view";
import { fileMemoryNeed } from "../../services/files/file-memory.ts";
import { fileOptionsNeed } from "../../services/files/file-options.ts";
import { isAside } from "../../services/files/path-kind.ts";
import { internalUrlsNeed } from "../../services/internal-urls/internal-urls.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./write.md" with { type: "text" };

export default defineTool({
  name: "write",
  label: "Write",
  description: description.trim(),
  parameters,
  tier: ({ path }) => (isAside(path) ? "read" : "write"),
  approvalDetails: ({ path, content }) => [path, ...content.split("\n")],
  concurrency: "exclusive",
  traits: {
    nonAbortable: true,
    touches: ({ path }) => ({ written: typeof path === "string" ? [path] : [] }),
  },
  needs: {
    workspace: workspaceNeed,
    options: fileOptionsNeed,
    memory: fileMemoryNeed,
    urls: internalUrlsNeed,
  },
  load: () => import("./run.ts"),
  view: ({ path = "", content = "" }, result) => {
    const texts = (result?.content ?? []).flatMap((block) =>
      block.type === "text" ? [block.text] : [],
    );
    const written: ViewBlock[] =
      content === "" ? [] : [{ type: "code", code: content, ...languageOf(path) }];
    const tone = result?.isError ? "error" : "muted";
    return {
      title: path,
      blocks: [
        ...(result?.isError ? [] : written),
        ...texts.map((text): ViewBlock => ({ type: "text", text, tone })),
      ],
    };
  },
});

function languageOf(path: string): { language?: string } {
  const language = /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1];
  return language === undefined ? {} : { language };
}
