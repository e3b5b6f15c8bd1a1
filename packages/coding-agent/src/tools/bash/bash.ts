// The tool `bash`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { commandRunnerNeed } from "../../services/command-runner.ts";
import { judgeCommand } from "../../services/command-safety/judge-command.ts";
import { workspaceNeed } from "../../services/workspace.ts";
import { parameters } from "./parameters.ts";
import description from "./bash.md" with { type: "text" };

export default defineTool({
  name: "bash",
  label: "Bash",
  description: description.trim(),
  parameters,
  tier: ({ command, cwd }) => {
    const verdict = judgeCommand(command, { cwd: cwd?.startsWith("/") ? cwd : undefined });
    return verdict.level === "run"
      ? "exec"
      : { tier: "exec", override: true, reason: `This command ${verdict.reason}.` };
  },
  approvalDetails: ({ command, cwd }) => [command, ...(cwd === undefined ? [] : [`in ${cwd}`])],
  concurrency: "exclusive",
  needs: { runner: commandRunnerNeed, workspace: workspaceNeed },
  load: () => import("./run.ts"),
  view: ({ command }, result) => ({
    title: command ?? "",
    blocks: (result?.content ?? []).flatMap((block) =>
      block.type === "text" ? [{ type: "code" as const, code: block.text }] : [],
    ),
  }),
});
