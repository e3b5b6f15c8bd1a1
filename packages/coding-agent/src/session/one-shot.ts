// One question to a model beside the conversation, with bounds on time and size: whatever happens, an
// answer or a sentence that says why there is none comes back.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { AssistantStream } from "@oh-my-pi/pi-ai/event";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";

/** Sends a request to an endpoint that is no model. */
export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

/** A summariser of the user's own: takes a prompt, gives a summary. */
export interface SummaryEndpoint {
  readonly url: string;
  readonly body: { readonly systemPrompt: string; readonly prompt: string };
}

/** What is asked, and how long an answer may be. */
export interface Ask {
  /** What it is for, in a word. */
  readonly kind: string;
  readonly request: ChatRequest;
  /** Asked in the place of the model. */
  readonly endpoint?: SummaryEndpoint;
  readonly timeoutMs: number;
  readonly maxCharacters: number;
}

export type AskAnswer =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly isAborted: boolean;
      /** What the provider said, where it was the provider that failed. */
      readonly facts?: ProviderErrorFacts;
    };

export interface AskMeans {
  readonly stream: StreamFunction;
  readonly clock: Clock;
  readonly fetcher?: Fetcher | undefined;
}

/** Asks once. Never rejects. */
export async function askOnce(
  ask: Ask,
  { stream, clock, fetcher }: AskMeans,
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
    const { request, endpoint, maxCharacters } = ask;
    const reading =
      endpoint === undefined
        ? readText(stream(request, { signal: both }), maxCharacters)
        : askEndpoint(endpoint, fetcher, { maxCharacters, signal: both });
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
        facts: event.facts,
      };
    if (event.type === "text_start" && text !== "") text += "\n\n";
    if (event.type === "text_delta") text += event.delta;
    if (text.length > maxCharacters)
      return { ok: true, text: text.slice(0, maxCharacters).toWellFormed() };
  }
  return { ok: true, text };
}

async function askEndpoint(
  { url, body }: SummaryEndpoint,
  fetcher: Fetcher | undefined,
  { maxCharacters, signal }: { readonly maxCharacters: number; readonly signal: AbortSignal },
): Promise<AskAnswer> {
  const failed = (problem: string): AskAnswer => ({ ok: false, problem, isAborted: false });
  if (fetcher === undefined) return failed("No endpoint can be reached from here.");
  const response = await fetcher(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) return failed(`${url} answered ${response.status}.`);
  const { summary } = (await response.json()) as { readonly summary?: unknown };
  if (typeof summary !== "string") return failed(`${url} gave no summary.`);
  return { ok: true, text: summary.slice(0, maxCharacters).toWellFormed() };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
