// One compaction from plan to entry: what is summed up, by whom, and what is kept whatever the answer is.
// Writes one entry or none, and says why.
import type { CompactEntry } from "@oh-my-pi/pi-agent-core/compact/cut-point";
import { estimateMessages } from "@oh-my-pi/pi-agent-core/compact/estimate-tokens";
import { touchesByName, type TouchesOf } from "@oh-my-pi/pi-agent-core/compact/file-lists";
import { finishSummary, type FinishInput } from "@oh-my-pi/pi-agent-core/compact/finish-summary";
import {
  type CompactionPlan,
  prepareCompaction,
} from "@oh-my-pi/pi-agent-core/compact/prepare-compaction";
import type { FeaturePort } from "../feature.ts";
import type { SessionEntry } from "../log/entry.ts";
import type { CompactionResult, SessionEvent } from "../session-event.ts";
import type { ContextItem } from "../state/context-messages.ts";
import { toCheckpoint } from "../state/session-state.ts";
import { todoMarkdown } from "../state/todos.ts";
import { askSummary, type SummaryMeans } from "./ask-summary.ts";
import { compactByProvider } from "./compact-by-provider.ts";
import type { RemoteMeans } from "./compact-remotely.ts";
import { readDetails } from "./compaction-details.ts";
import type { CompactionAdvice } from "./compaction-hooks.ts";
import { shortSummary } from "./short-summary.ts";
import { standingInstructions } from "./standing-instructions.ts";

export interface CompactInput {
  /** The context without what is set aside anyway. */
  readonly items: readonly ContextItem[];
  /** `details` of the compaction that the context begins with. */
  readonly earlierDetails: unknown;
  readonly keepRecentTokens: number;
  /** What the context may take afterwards, system prompt and tools not counted. */
  readonly targetTokens: number;
  readonly instructions?: string | undefined;
  readonly touchesOf: TouchesOf;
  readonly advice?: CompactionAdvice | undefined;
  readonly asking: SummaryMeans;
  /** The provider's own way, where it has one. */
  readonly remote?: RemoteMeans | undefined;
}

export type CompactionOutcome =
  | { readonly ok: true; readonly result: CompactionResult; readonly entry: SessionEntry }
  | { readonly ok: false; readonly message: string; readonly isAborted: boolean };

/** No tokenizer is further from our count than this; a larger figure is a mistake. */
const MAX_RATIO = 4;
const CANCELLED = { ok: false, message: "Compaction cancelled", isAborted: true } as const;
const NOTHING = "Nothing to compact (session too small)";
/** Of the target, what the user's own words may take. */
const INSTRUCTION_SHARE = 0.25;

/** Sums up the older part of the context. */
export async function compactContext(
  input: CompactInput,
  port: FeaturePort,
): Promise<CompactionOutcome> {
  const plan = planOf(input);
  if (plan === undefined) return failed(NOTHING);
  const blank = finishInput(input, plan, port);
  const possible = finishSummary({ ...blank, history: { answer: "", messages: [] } });
  if (!possible.ok) return failed(possible.message);
  const byProvider = await compactByProvider(input, plan, blank, port);
  if (byProvider.kind === "aborted") return CANCELLED;
  if (byProvider.kind === "done") return written(byProvider, { input, plan, blank }, port);
  if (byProvider.kind === "failed") port.emit(noteOf(byProvider.problem, port));
  const answers = await askBoth(input, plan, port);
  if (answers === undefined) return CANCELLED;
  const finished = finishSummary({
    ...blank,
    history: { ...blank.history, answer: answers.history },
    ...(blank.turnPrefix && { turnPrefix: { ...blank.turnPrefix, answer: answers.turnPrefix } }),
  });
  if (!finished.ok) return failed(finished.message);
  return written(finished, { input, plan, blank }, port);
}

interface Compacted {
  readonly summary: string;
  readonly remarks: readonly string[];
  readonly preserved?: Readonly<Record<string, unknown>>;
}

function written(
  { summary, remarks, preserved }: Compacted,
  { input, plan, blank }: { input: CompactInput; plan: CompactionPlan; blank: FinishInput },
  port: FeaturePort,
): CompactionOutcome {
  const { instructions, files } = blank.standing;
  const result: CompactionResult = {
    summary,
    shortSummary: shortSummary(summary),
    firstKeptEntryId: plan.firstKeptId,
    tokensBefore: port.state.contextTokens,
    details: { ...files, instructions, remarks },
  };
  const kept = { ...input.advice?.preserveData, ...preserved };
  return { ok: true, result, entry: writeCompaction(result, port, kept) };
}

function noteOf(problem: string, { state }: FeaturePort): SessionEvent {
  const text = `${state.model.provider} could not condense the conversation itself (${problem}); a summary takes its place.`;
  return { type: "session_note", text };
}

/** Writes the entry, with the state at its place. */
export function writeCompaction(
  result: CompactionResult,
  port: FeaturePort,
  kept: CompactionAdvice["preserveData"] = {},
  fromExtension = false,
): SessionEntry {
  const preserveData = { ...kept, ...toCheckpoint(port.state.decided) };
  return port.append({ type: "compaction", ...result, preserveData, fromExtension });
}

function planOf({ items, earlierDetails, ...input }: CompactInput): CompactionPlan | undefined {
  const first = items[0]?.message;
  const entries = items.map(({ entryId, message }): CompactEntry => ({
    id: entryId,
    message,
    ...(message.role === "compactionSummary" && { isCompaction: true }),
  }));
  const { keepRecentTokens, touchesOf } = input;
  return prepareCompaction({
    entries,
    context: items.map(({ message }) => message),
    keepRecentTokens,
    touchesOf,
    ...(first?.role === "compactionSummary" && {
      earlier: { index: 0, summary: first.summary, files: readDetails(earlierDetails).files },
    }),
  });
}

function finishInput(
  { targetTokens, earlierDetails }: CompactInput,
  plan: CompactionPlan,
  port: FeaturePort,
): FinishInput {
  const { messagesToSummarize, turnPrefixMessages, previousSummary, keptTokens, files } = plan;
  const gone = [...messagesToSummarize, ...turnPrefixMessages];
  const budget = Math.floor((targetTokens - keptTokens) * INSTRUCTION_SHARE);
  const earlier = readDetails(earlierDetails).instructions;
  const todoList = todoMarkdown(port.state.decided.todos);
  return {
    history: {
      answer: "",
      messages: messagesToSummarize,
      ...(previousSummary !== undefined && { previous: previousSummary }),
    },
    ...(turnPrefixMessages.length > 0 && {
      turnPrefix: { answer: "", messages: turnPrefixMessages },
    }),
    standing: {
      instructions: standingInstructions(earlier, gone, budget),
      ...(todoList !== "" && { todoList }),
      files,
    },
    targetTokens,
    keptTokens,
  };
}

async function askBoth(
  { instructions, targetTokens, advice, asking }: CompactInput,
  { messagesToSummarize, turnPrefixMessages, previousSummary, keptTokens }: CompactionPlan,
  port: FeaturePort,
): Promise<{ history: string; turnPrefix: string } | undefined> {
  const maxTokens = Math.max(100, targetTokens - keptTokens);
  const wish = {
    maxTokens,
    ...(instructions !== undefined && { instructions }),
    ...(advice?.context !== undefined && { additionalContext: advice.context }),
    ...(advice?.prompt !== undefined && { override: advice.prompt }),
  };
  const hasHistory = messagesToSummarize.length > 0;
  const history = hasHistory
    ? await askSummary(
        {
          ...wish,
          kind: "history",
          messages: messagesToSummarize,
          ...(previousSummary !== undefined && { previousSummary }),
        },
        port,
        asking,
      )
    : "";
  if (history === undefined) return undefined;
  const turnPrefix =
    turnPrefixMessages.length > 0
      ? await askSummary(
          { ...wish, kind: "turn-prefix", messages: turnPrefixMessages },
          port,
          asking,
        )
      : "";
  return turnPrefix === undefined ? undefined : { history, turnPrefix };
}

/** What tools declare about a call, else what its name says. */
export function touchesFrom(
  tools: readonly {
    readonly name: string;
    readonly traits: { readonly touches?: (args: Readonly<Record<string, unknown>>) => object };
  }[],
): TouchesOf {
  const byName = new Map(tools.map((tool) => [tool.name, tool.traits.touches]));
  return (call) => byName.get(call.name)?.(call.arguments) ?? touchesByName(call);
}

/** The size of a context by our own count, and how much more the provider counts; at least as much. */
export function countAgain(
  items: readonly ContextItem[],
  port: FeaturePort,
): { readonly estimated: number; readonly ratio: number } {
  const { overheadTokens, contextTokens } = port.state;
  const estimated = overheadTokens + estimateMessages(items.map(({ message }) => message));
  const ratio = Math.min(MAX_RATIO, Math.max(1, contextTokens / Math.max(1, estimated)));
  return { estimated, ratio };
}

function failed(message: string): CompactionOutcome {
  return { ok: false, message, isAborted: false };
}
