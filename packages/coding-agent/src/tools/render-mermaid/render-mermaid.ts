// The tool `render_mermaid`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { artifactWriterNeed } from "../../services/artifact-writer.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./render-mermaid.md" with { type: "text" };

export default defineTool({
  name: "render_mermaid",
  label: "Diagram",
  description: description.trim(),
  parameters,
  tier: "read",
  traits: { loadMode: "discoverable" },
  needs: { artifacts: artifactWriterNeed },
  load: () => import("./run.ts"),
  view: (_, result) => ({
    blocks: (result?.content ?? []).flatMap((block) =>
      block.type === "text" ? [{ type: "code" as const, code: block.text }] : [],
    ),
  }),
});
