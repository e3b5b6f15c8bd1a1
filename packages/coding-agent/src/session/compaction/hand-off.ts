// The handoff way of making room: the model that did the work writes a document for its successor, and the
// conversation goes on from that alone. The request repeats the conversation, so that what the provider has
// cached of it is used once more.
import { finishSummary } from "@oh-my-pi/pi-agent-core/compact/finish-summary";
import { collectFileOperations, toFileLists } from "@oh-my-pi/pi-agent-core/compact/file-lists";
import type { TouchesOf } from "@oh-my-pi/pi-agent-core/compact/file-lists";
import { buildHandoffPrompt } from "@oh-my-pi/pi-agent-core/compact/summary-prompt";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { FeaturePort } from "../feature.ts";
import { toLlmMessages } from "../llm-messages.ts";
import type { CompactionResult } from "../session-event.ts";
import { todoMarkdown } from "../state/todos.ts";
import { type CompactionOutcome, writeCompaction } from "./compact-context.ts";
import { readDetails } from "./compaction-details.ts";
import { shortSummary } from "./short-summary.ts";
import { standingInstructions } from "./standing-instructions.ts";

export interface HandOffInput {
  readonly system: readonly string[];
  readonly tools: readonly Tool[];
  readonly targetTokens: number;
  readonly touchesOf: TouchesOf;
  /** What the document is to dwell on. */
  readonly focus?: string | undefined;
}

const TIMEOUT_MS = 180_000;
const INSTRUCTION_SHARE = 0.25;
/** No entry has this id: nothing is kept but the document. */
const KEEPS_NOTHING = "";

/** A document that says everything a successor must know. */
export interface HandOffDocument {
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export type HandOffAnswer =
  | { readonly ok: true; readonly document: HandOffDocument }
  | { readonly ok: false; readonly message: string; readonly isAborted: boolean };

/** Goes on from a handoff document; undefined when the model wrote none. */
export async function handOff(
  input: HandOffInput,
  port: FeaturePort,
): Promise<CompactionOutcome | undefined> {
  const { contextTokens: tokensBefore } = port.state;
  const answer = await writeHandOff(input, port);
  if (answer === undefined || !answer.ok) return answer;
  const { text: summary, details } = answer.document;
  const result: CompactionResult = {
    summary,
    shortSummary: shortSummary(summary),
    firstKeptEntryId: KEEPS_NOTHING,
    tokensBefore,
    details,
  };
  return { ok: true, result, entry: writeCompaction(result, port) };
}

/** Has the document written; undefined when the model wrote none. */
export async function writeHandOff(
  { system, tools, targetTokens, touchesOf, focus }: HandOffInput,
  port: FeaturePort,
): Promise<HandOffAnswer | undefined> {
  const { items, decided, model } = port.state;
  const messages = items.map(({ message }) => message);
  const answer = await port.complete({
    kind: "handoff",
    request: {
      model,
      system,
      messages: [
        ...toLlmMessages(messages),
        { role: "user", content: buildHandoffPrompt(focus), attribution: "agent", timestamp: 0 },
      ],
      tools: tools.map(({ specWithIntent }) => specWithIntent),
      options: { toolChoice: "none", ...(model.reasoning && { effort: "high" }) },
    },
    timeoutMs: TIMEOUT_MS,
    maxCharacters: Math.max(0, targetTokens) * 4,
  });
  if (port.signal.aborted) return { ok: false, message: "Handoff cancelled", isAborted: true };
  if (!answer.ok || answer.text.trim() === "") return undefined;
  const earlier = readDetails(items[0]?.details);
  const files = toFileLists(collectFileOperations(messages, touchesOf, earlier.files));
  const budget = Math.floor(targetTokens * INSTRUCTION_SHARE);
  const instructions = standingInstructions(earlier.instructions, messages, budget);
  const finished = finishSummary({
    history: { answer: answer.text, messages },
    standing: { instructions, todoList: todoMarkdown(decided.todos), files },
    targetTokens,
    keptTokens: 0,
  });
  if (!finished.ok) return { ok: false, message: finished.message, isAborted: false };
  const details = { ...files, instructions, remarks: finished.remarks };
  return { ok: true, document: { text: finished.summary, details } };
}
