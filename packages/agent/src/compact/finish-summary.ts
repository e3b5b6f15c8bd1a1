// Turns whatever a summariser answered into a summary that can be relied on. What must survive (the user's
// standing instructions, the to-do list, the touched files) is written by us, word for word, and the size is
// kept or its impossibility said.
import type { AgentMessage } from "../loop/message.ts";
import { boundText } from "../tool/bound-text.ts";
import { sanitizeText } from "../tool/sanitize-text.ts";
import { estimateText } from "./estimate-tokens.ts";
import { describeMechanically } from "./mechanical-summary.ts";
import { type FileLists, formatFileLists } from "./file-lists.ts";
import { narrativeOf, stripTags } from "./reserved-tags.ts";

/** What holds beyond any summary. Texts are kept as they are. */
export interface StandingState {
  readonly instructions: readonly string[];
  readonly todoList?: string;
  readonly files: FileLists;
}

/** One answer and what it was to be about. */
export interface SummaryPart {
  /** May be anything. */
  readonly answer: string;
  /** What was to be summed up, for when the answer is of no use. */
  readonly messages: readonly AgentMessage[];
  /** The stored summary that this one replaces. */
  readonly previous?: string;
}

export interface FinishInput {
  readonly history: SummaryPart;
  /** The beginning of a turn that was cut in two. */
  readonly turnPrefix?: SummaryPart;
  readonly standing: StandingState;
  /** What the summary and the kept messages may take together. */
  readonly targetTokens: number;
  readonly keptTokens: number;
}

export type FinishedSummary =
  | {
      readonly ok: true;
      readonly summary: string;
      readonly tokens: number;
      /** What had to be done to the answer, for the user. */
      readonly remarks: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

const TURN_HEADING = "---\n\n**Turn Context (split turn):**";
const BYTES_PER_TOKEN = 4;
/** A summary shorter than this says nothing. */
const MIN_SUMMARY_TOKENS = 100;
const MIN_LETTERS = 20;

/** A summary within the target, or one sentence why there can be none. */
export function finishSummary(input: FinishInput): FinishedSummary {
  const standing = formatStanding(input.standing);
  const standingTokens = estimateText(standing);
  const { targetTokens, keptTokens } = input;
  const free = targetTokens - keptTokens - standingTokens;
  if (free < MIN_SUMMARY_TOKENS) {
    return { ok: false, message: impossible(targetTokens, keptTokens, standingTokens) };
  }
  const remarks: string[] = [];
  const told = join(input, remarks);
  // two line feeds and the rounding of two estimates
  const narrative = fit(told, (free - 2) * BYTES_PER_TOKEN, remarks);
  const summary = standing === "" ? narrative : `${narrative}\n\n${standing}`;
  return { ok: true, summary, tokens: estimateText(summary), remarks };
}

/** The part that no model writes. */
export function formatStanding({ instructions, todoList, files }: StandingState): string {
  const parts: string[] = [];
  if (instructions.length > 0) {
    const list = instructions.join("\n\n");
    parts.push(`<standing-instructions>\n${list}\n</standing-instructions>`);
  }
  if (todoList) parts.push(`<todo-list>\n${todoList}\n</todo-list>`);
  const lists = formatFileLists(files);
  if (lists !== "") parts.push(lists);
  return parts.join("\n\n");
}

function join({ history, turnPrefix }: FinishInput, remarks: string[]): string {
  const past = usable(history, remarks);
  if (turnPrefix === undefined) return past;
  const prefix = `${TURN_HEADING}\n\n${usable(turnPrefix, remarks)}`;
  return past === "" ? prefix : `${past}\n\n${prefix}`;
}

/** The answer, or what can be said without it. */
function usable({ answer, messages, previous }: SummaryPart, remarks: string[]): string {
  const cleaned = clean(answer);
  if (hasWords(cleaned)) return cleaned;
  if (messages.length === 0) return clean(narrativeOf(previous ?? ""));
  remarks.push("The summariser gave nothing usable; an extract of the log takes its place.");
  const extract = clean(describeMechanically(messages));
  return previous === undefined ? extract : `${clean(narrativeOf(previous))}\n\n${extract}`;
}

function clean(answer: string): string {
  return stripTags(sanitizeText(answer)).trim();
}

function hasWords(text: string): boolean {
  return (text.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS;
}

function fit(text: string, maxBytes: number, remarks: string[]): string {
  const notice = "\n\n[The summary was cut here.]";
  const limit = { maxBytes, maxLines: Number.MAX_SAFE_INTEGER };
  if (boundText(text, limit, "head").cut === undefined) return text;
  remarks.push("The summary was too long and was cut.");
  const { head } = boundText(text, { ...limit, maxBytes: maxBytes - notice.length }, "head");
  return head.trimEnd() + notice;
}

function impossible(target: number, kept: number, standing: number): string {
  return (
    `Compaction cannot get below ${target} tokens: the messages that are kept take ${kept}, and the ` +
    `standing instructions, to-do list and file lists take ${standing}. ` +
    "Shorten those, keep fewer recent messages, or use a model with a larger context window."
  );
}
