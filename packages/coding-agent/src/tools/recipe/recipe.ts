// The tool `recipe`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { commandRunnerNeed } from "../../services/command-runner.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./recipe.md" with { type: "text" };

export default defineTool({
  name: "recipe",
  label: "Recipe",
  description: description.trim(),
  parameters,
  // What follows the task goes to the shell as it is.
  tier: async ({ op }) => {
    if (op.trim() === "") return "exec";
    const { judgeCommand } = await import("../../services/command-safety/judge-command.ts");
    const verdict = judgeCommand(`./${op.trim()}`);
    return verdict.level === "run"
      ? "exec"
      : { tier: "exec", override: true, reason: `This command ${verdict.reason}.` };
  },
  approvalDetails: ({ op }) => [op],
  concurrency: "exclusive",
  needs: { runner: commandRunnerNeed, workspace: workspaceNeed },
  load: () => import("./run.ts"),
  view: ({ op }, result) => ({
    title: op ?? "",
    blocks: (result?.content ?? []).flatMap((block) =>
      block.type === "text" ? [{ type: "code" as const, code: block.text }] : [],
    ),
  }),
});
