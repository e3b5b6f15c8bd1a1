// Runs a call of `resolve`: applies or discards what was staged first.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type {
  ActionResult,
  PendingActions,
} from "../../services/pending-actions/pending-actions.ts";
import type { ResolveArguments } from "./parameters.ts";

export async function run(
  { needs: { actions }, signal }: ToolContext<{ actions: PendingActions }>,
  { action, reason, extra }: ResolveArguments,
): Promise<ActionResult> {
  const pending = actions.take();
  if (pending === undefined)
    throw new ToolFailure("No pending action to resolve. Nothing to apply or discard.");
  const { label, sourceToolName } = pending;
  const decision = { reason, extra };
  const result =
    action === "apply"
      ? await pending.apply(decision, signal)
      : ((await pending.reject?.(decision, signal)) ?? {
          content: `Discarded: ${label}. Reason: ${reason}`,
        });
  const inner = result.details == null ? {} : { sourceResultDetails: result.details };
  return { content: result.content, details: { action, reason, sourceToolName, label, ...inner } };
}
