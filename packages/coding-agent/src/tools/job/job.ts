// The tool `job`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { backgroundJobsNeed } from "../../services/jobs/background-jobs.ts";
import { shellOptionsNeed } from "../../services/shell/shell-options.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./job.md" with { type: "text" };

export default defineTool({
  name: "job",
  label: "Job",
  description: description.trim(),
  parameters,
  tier: "read",
  traits: { repeatable: true },
  needs: { jobs: backgroundJobsNeed, options: shellOptionsNeed },
  load: () => import("./run.ts"),
});
