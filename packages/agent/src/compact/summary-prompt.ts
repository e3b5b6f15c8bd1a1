// What a model is asked when it is to sum something up. The words are in Markdown files; this puts the
// pieces together.
import branchSummary from "./prompts/branch-summary.md" with { type: "text" };
import branchContext from "./prompts/branch-summary-context.md" with { type: "text" };
import branchPreamble from "./prompts/branch-summary-preamble.md" with { type: "text" };
import firstSummary from "./prompts/compaction-summary.md" with { type: "text" };
import summaryContext from "./prompts/compaction-summary-context.md" with { type: "text" };
import shortSummary from "./prompts/compaction-short-summary.md" with { type: "text" };
import turnPrefix from "./prompts/compaction-turn-prefix.md" with { type: "text" };
import updateSummary from "./prompts/compaction-update-summary.md" with { type: "text" };
import handoff from "./prompts/handoff-document.md" with { type: "text" };
import system from "./prompts/summarization-system.md" with { type: "text" };
import { narrativeOf, neutralizeTags } from "./reserved-tags.ts";

/** `history` becomes an update of its own accord when there is an earlier summary. */
export type SummaryKind = "history" | "turn-prefix" | "short" | "branch";

export interface SummaryPromptInput {
  readonly kind: SummaryKind;
  /** Serialized; see `serializeConversation`. */
  readonly conversation: string;
  readonly previousSummary?: string;
  /** What the user wants the summary to pay attention to. */
  readonly instructions?: string;
  /** Lines that hooks want considered. */
  readonly additionalContext?: readonly string[];
  /** Takes the place of our own wording. */
  readonly override?: string;
}

export interface SummaryPrompt {
  readonly systemPrompt: string;
  readonly prompt: string;
}

const ASKED: Readonly<Record<SummaryKind, string>> = {
  history: firstSummary,
  "turn-prefix": turnPrefix,
  short: shortSummary,
  branch: branchSummary,
};

/** The two texts to send. */
export function buildSummaryPrompt(input: SummaryPromptInput): SummaryPrompt {
  const { kind, conversation, previousSummary, instructions, additionalContext = [] } = input;
  const isUpdate = kind === "history" && previousSummary !== undefined;
  const asked = input.override ?? (isUpdate ? updateSummary : ASKED[kind]);
  const parts = [`<conversation>\n${conversation}\n</conversation>`];
  if (previousSummary !== undefined) {
    parts.push(
      `<previous-summary>\n${neutralizeTags(narrativeOf(previousSummary))}\n</previous-summary>`,
    );
  }
  if (additionalContext.length > 0) {
    const lines = additionalContext.map((line) => `- ${neutralizeTags(line)}`);
    parts.push(`<additional-context>\n${lines.join("\n")}\n</additional-context>`);
  }
  parts.push(asked.trim());
  if (instructions) parts.push(`The user adds: ${instructions}`);
  return { systemPrompt: system.trim(), prompt: parts.join("\n\n") };
}

/** The request for a handoff document, appended to the live conversation. */
export function buildHandoffPrompt(focus?: string): string {
  return focus ? `${handoff.trim()}\n\nPay special attention to: ${focus}` : handoff.trim();
}

/** A stored compaction summary as the model is told of it. */
export function summaryContextText(summary: string): string {
  return fill(summaryContext, summary);
}

/** A stored branch summary as the model is told of it. */
export function branchContextText(summary: string): string {
  return fill(branchContext, summary);
}

/** A branch summary as it is stored. */
export function withBranchPreamble(summary: string): string {
  return `${branchPreamble.trim()}\n\n${summary.trim()}`;
}

function fill(template: string, summary: string): string {
  return template.trim().replace("{{summary}}", () => summary);
}
