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
import { toCheckpoint } from "../state/session-state.ts";
import { todoMarkdown } from "../state/todos.ts";
import type { CompactionOutcome } from "./compact-context.ts";
import { readDetails } from "./compaction-details.ts";
import { standingInstructions } from "./standing-instructions.ts";

export interface HandOffInput {
  readonly system: readonly string[];
  readonly tools: readonly Tool[];
  readonly targetTokens: number;
  readonly touchesOf: TouchesOf;
}

const TIMEOUT_MS = 180_000;
const INSTRUCTION_SHARE = 0.25;
/** No entry has this id: nothing is kept but the document. */
const KEEPS_NOTHING = "";

/** Goes on from a handoff document; undefined when the model wrote none. */
export async function handOff(
  { system, tools, targetTokens, touchesOf }: HandOffInput,
  port: FeaturePort,
): Promise<CompactionOutcome | undefined> {
  const { items, decided, contextTokens: tokensBefore } = port.state;
  const messages = items.map(({ message }) => message);
  const answer = await port.complete({
    request: {
      model: port.state.model,
      system,
      messages: [
        ...toLlmMessages(messages),
        { role: "user", content: buildHandoffPrompt(), attribution: "agent", timestamp: 0 },
      ],
      tools: tools.map(({ specWithIntent }) => specWithIntent),
      options: { toolChoice: "none", ...(port.state.model.reasoning && { effort: "high" }) },
    },
    timeoutMs: TIMEOUT_MS,
    maxCharacters: Math.max(0, targetTokens) * 4,
  });
  if (port.signal.aborted) return { ok: false, message: "Compaction cancelled", isAborted: true };
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
  const result: CompactionResult = {
    summary: finished.summary,
    firstKeptEntryId: KEEPS_NOTHING,
    tokensBefore,
    details: { ...files, instructions, remarks: finished.remarks },
  };
  const preserveData = toCheckpoint(decided);
  port.append({ type: "compaction", ...result, preserveData, fromExtension: false });
  return { ok: true, result };
}
