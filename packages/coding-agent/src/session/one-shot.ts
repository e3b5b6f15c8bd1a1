// One question to a model beside the conversation, with bounds on time and size: whatever happens, an
// answer or a sentence that says why there is none comes back.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { AssistantStream } from "@oh-my-pi/pi-ai/event";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";

/** What is asked, and how long an answer may be. */
export interface Ask {
  readonly request: ChatRequest;
  readonly timeoutMs: number;
  readonly maxCharacters: number;
}

export type AskAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string; readonly isAborted: boolean };

/** Asks once. Never rejects. */
export async function askOnce(
  ask: Ask,
  { stream, clock }: { readonly stream: StreamFunction; readonly clock: Clock },
  signal: AbortSignal,
): Promise<AskAnswer> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const aborted = (): AskAnswer => ({ ok: false, problem: "It was cancelled.", isAborted: true });
  if (signal.aborted) return aborted();
  const silence = clock.sleep(ask.timeoutMs, both).then((): AskAnswer =>
    signal.aborted
      ? aborted()
      : {
          ok: false,
          problem: `No answer within ${ask.timeoutMs / 1000} seconds.`,
          isAborted: false,
        },
  );
  try {
    const reading = readText(stream(ask.request, { signal: both }), ask.maxCharacters);
    return await Promise.race([reading, silence]);
  } catch (error) {
    if (signal.aborted) return aborted();
    return { ok: false, problem: messageOf(error), isAborted: false };
  } finally {
    stop.abort();
  }
}

/** Reads until the end, or until there is more than enough. */
async function readText(events: AssistantStream, maxCharacters: number): Promise<AskAnswer> {
  let text = "";
  for await (const event of events) {
    if (event.type === "error")
      return {
        ok: false,
        problem: event.facts.message,
        isAborted: event.reason === "aborted",
      };
    if (event.type === "text_start" && text !== "") text += "\n\n";
    if (event.type === "text_delta") text += event.delta;
    if (text.length > maxCharacters)
      return { ok: true, text: text.slice(0, maxCharacters).toWellFormed() };
  }
  return { ok: true, text };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
