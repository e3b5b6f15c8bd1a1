// The approval policy of a running session. The user's file is followed while the session runs, but only towards
// stricter: whoever could write to the file, a command that the session itself ran included, gains nothing by it.
import type { ToolPolicy } from "@oh-my-pi/pi-agent-core/tool-policy";
import { approvalPolicy } from "../services/approval/approval-policy.ts";
import { type ApprovalMode, approvalMode, toolApproval } from "../services/approval/settings.ts";
import type { Settings } from "../settings/settings.ts";

/** A policy that asks the settings with each call; a mode that the person chose for the session goes before them. */
export function livePolicy(
  settings: Pick<Settings, "get">,
  chosen: () => ApprovalMode | undefined = () => undefined,
): ToolPolicy {
  const mode = settings.get(approvalMode);
  const rules = settings.get(toolApproval);
  return (call, signal) => {
    const now = settings.get(approvalMode);
    const strictest: ApprovalMode = approvalMode.isTighter?.(now, mode) === true ? now : mode;
    const current = { ...rules, ...stricterRules(settings.get(toolApproval)) };
    return approvalPolicy(chosen() ?? strictest, current)(call, signal);
  };
}

/** Rules that take something away. A rule that was there at start and is gone now still holds. */
function stricterRules(rules: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== "allow"));
}
