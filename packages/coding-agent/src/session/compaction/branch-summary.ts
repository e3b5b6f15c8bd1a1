// Sums up a branch that is left. Where no model gives an answer, the files it touched are said all the same.
import {
  branchBudget,
  type BranchEntry,
  prepareBranch,
} from "@oh-my-pi/pi-agent-core/compact/prepare-branch";
import { type FileLists, upsertFileLists } from "@oh-my-pi/pi-agent-core/compact/file-lists";
import { withBranchPreamble } from "@oh-my-pi/pi-agent-core/compact/summary-prompt";
import type { FeaturePort } from "../feature.ts";
import * as declared from "../settings.ts";
import type { ContextItem } from "../state/context-messages.ts";
import { askSummary } from "./ask-summary.ts";

const MAX_SUMMARY_TOKENS = 4000;

/** The summary and its file lists; undefined when there was nothing to sum up or it was cancelled. */
export async function summarizeBranch(
  items: readonly ContextItem[],
  port: FeaturePort,
  instructions?: string,
): Promise<{ summary: string; details: FileLists } | undefined> {
  const reserve = port.settings(declared.branchSummaryReserveTokens);
  const entries = items.map(({ message }): BranchEntry => {
    const isSummary = message.role === "branchSummary" || message.role === "compactionSummary";
    return { message, ...(isSummary && { isSummary }) };
  });
  const plan = prepareBranch(entries, branchBudget(port.state.model.contextWindow, reserve));
  if (plan.messages.length === 0) return undefined;
  const told = await askSummary(
    {
      kind: "branch",
      messages: plan.messages,
      maxTokens: MAX_SUMMARY_TOKENS,
      ...(instructions !== undefined && { instructions }),
    },
    port,
  );
  if (told === undefined) return undefined;
  return { summary: upsertFileLists(withBranchPreamble(told), plan.files), details: plan.files };
}
