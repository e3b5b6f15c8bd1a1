// The tool `read`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { workspaceNeed } from "../../services/workspace.ts";
import { parameters } from "./parameters.ts";
import description from "./read.md" with { type: "text" };

export default defineTool({
  name: "read",
  label: "Read",
  description: description.trim(),
  parameters,
  tier: "read",
  needs: { workspace: workspaceNeed },
  load: () => import("./run.ts"),
  view: ({ path }, result) => ({
    title: path ?? "",
    blocks: (result?.content ?? []).flatMap((block) =>
      block.type === "text" ? [{ type: "code" as const, code: block.text }] : [],
    ),
  }),
});
