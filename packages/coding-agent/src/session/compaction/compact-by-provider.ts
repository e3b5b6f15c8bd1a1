// A compaction that the provider makes: its items for itself, and beside them a short extract with everything that
// must survive, for whichever model goes on instead.
import { estimateText } from "@oh-my-pi/pi-agent-core/compact/estimate-tokens";
import {
  finishSummary,
  type FinishInput,
  formatStanding,
} from "@oh-my-pi/pi-agent-core/compact/finish-summary";
import type { CompactionPlan } from "@oh-my-pi/pi-agent-core/compact/prepare-compaction";
import type { FeaturePort } from "../feature.ts";
import { preserveRemote } from "../state/remote-history.ts";
import type { ContextItem } from "../state/context-messages.ts";
import type { CompactionAdvice } from "./compaction-hooks.ts";
import { compactRemotely, type RemoteMeans } from "./compact-remotely.ts";

/** What is to be made shorter, and how short. */
interface ProviderWish {
  readonly items: readonly ContextItem[];
  readonly targetTokens: number;
  readonly instructions?: string | undefined;
  readonly advice?: CompactionAdvice | undefined;
  readonly remote?: RemoteMeans | undefined;
}

export type ByProvider =
  | {
      readonly kind: "done";
      readonly summary: string;
      readonly remarks: readonly string[];
      readonly preserved: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: "failed"; readonly problem: string }
  | { readonly kind: "aborted" }
  | { readonly kind: "none" };

/** What the extract may take: it is read only when another provider goes on. */
const MAX_EXTRACT_TOKENS = 2000;

/** Asks the provider, unless somebody has wishes for the summary that it could not follow. */
export async function compactByProvider(
  { items, advice, instructions, remote, targetTokens }: ProviderWish,
  { messagesToSummarize, turnPrefixMessages, keptTokens }: CompactionPlan,
  blank: FinishInput,
  port: FeaturePort,
): Promise<ByProvider> {
  const hasWishes = [instructions, advice?.prompt, advice?.context].some(Boolean);
  if (hasWishes) return { kind: "none" };
  const first = items[0]?.message;
  const earlier = first?.role === "compactionSummary" ? [first] : [];
  const gone = [...earlier, ...messagesToSummarize, ...turnPrefixMessages];
  const answer = await compactRemotely(gone, port, remote);
  if (answer.kind !== "done") return answer;
  const standing = formatStanding(blank.standing);
  const room = targetTokens - keptTokens - estimateText(JSON.stringify(answer.items));
  const most = estimateText(standing) + MAX_EXTRACT_TOKENS;
  const extract = finishSummary({ ...blank, keptTokens: 0, targetTokens: Math.min(room, most) });
  if (!extract.ok) return { kind: "failed", problem: "its answer is not short enough" };
  const { provider } = port.state.model;
  return {
    kind: "done",
    summary: extract.summary,
    remarks: [],
    preserved: preserveRemote({ provider, items: answer.items, text: standing }),
  };
}
