// Runs a call of `checkpoint`: one mark at a time, never in a subagent.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { Checkpoints } from "../../services/checkpoints.ts";
import type { CheckpointArguments } from "./parameters.ts";

export function run(
  { needs: { checkpoints } }: ToolContext<{ checkpoints: Checkpoints }>,
  { goal }: CheckpointArguments,
): { content: string; details: object } {
  if (checkpoints.isSubagent) throw new ToolFailure("Checkpoint not available in subagents.");
  if (checkpoints.active() !== undefined) throw new ToolFailure("Checkpoint already active.");
  const { startedAt } = checkpoints.start(goal);
  const content = `Checkpoint created.\nGoal: ${goal}\nRun your investigation, then call rewind with a concise report.`;
  return { content, details: { goal, startedAt } };
}
