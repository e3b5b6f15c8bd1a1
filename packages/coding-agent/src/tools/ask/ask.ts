// The tool `ask`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { defaultView } from "@oh-my-pi/pi-agent-core/view";
import { askUserNeed } from "../../services/ask-user.ts";
import description from "./ask.md" with { type: "text" };
import { parameters } from "./parameters.gen.ts";

export default defineTool({
  name: "ask",
  label: "Ask",
  description: description.trim(),
  parameters,
  tier: "read",
  concurrency: "exclusive",
  needs: { user: askUserNeed },
  load: () => import("./run.ts"),
  view: ({ questions }, result) => ({
    title: (questions ?? []).map(({ question }) => question).join(" "),
    blocks: defaultView(result).blocks,
  }),
});
