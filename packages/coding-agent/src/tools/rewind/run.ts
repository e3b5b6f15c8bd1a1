// Runs a call of `rewind`: hands the report over; the session rewinds when the turn ends.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { Checkpoints } from "../../services/checkpoints.ts";
import type { RewindArguments } from "./parameters.ts";

export function run(
  { needs: { checkpoints } }: ToolContext<{ checkpoints: Checkpoints }>,
  args: RewindArguments,
): { content: string; details: object } {
  if (checkpoints.isSubagent) throw new ToolFailure("Checkpoint not available in subagents.");
  if (checkpoints.active() === undefined) throw new ToolFailure("No active checkpoint.");
  const report = args.report.trim();
  if (report === "") throw new ToolFailure("Report cannot be empty.");
  checkpoints.requestRewind(report);
  return {
    content: "Rewind requested.\nReport captured for context replacement.",
    details: { report, rewound: true },
  };
}
