// Has the provider itself make the older part of a conversation shorter. Whatever comes of it, the caller gets an
// answer: a history that fits, a sentence why there is none, or nothing where there is no such way.
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { ChatRequest, RequestOptions } from "@oh-my-pi/pi-ai/request";
import type { FeaturePort } from "../feature.ts";
import { toLlmMessages } from "../llm-messages.ts";
import * as declared from "../settings.ts";
import type { CompactRemotely } from "./compaction-hooks.ts";

export interface RemoteMeans {
  readonly ask: CompactRemotely;
  readonly clock: Clock;
  readonly system: readonly string[];
  readonly options: RequestOptions;
}

export type RemoteOutcome =
  | { readonly kind: "done"; readonly items: readonly object[] }
  | { readonly kind: "failed"; readonly problem: string }
  | { readonly kind: "aborted" }
  | { readonly kind: "none" };

const TIMEOUT_MS = 120_000;
/** Longer texts are cut when they are written to the log, and a cut item is of no use. */
const MAX_ITEM_CHARACTERS = 400_000;

/** Asks once. Never rejects. */
export async function compactRemotely(
  messages: readonly AgentMessage[],
  port: FeaturePort,
  means: RemoteMeans | undefined,
): Promise<RemoteOutcome> {
  if (means === undefined || !port.settings(declared.compactionRemoteEnabled))
    return { kind: "none" };
  const { model } = port.state;
  const { system, options } = means;
  const request = { model, system, messages: toLlmMessages(messages), tools: [], options };
  const outcome = await askInTime(request, port.signal, means);
  return port.signal.aborted ? { kind: "aborted" } : outcome;
}

async function askInTime(
  request: ChatRequest,
  signal: AbortSignal,
  { ask, clock }: RemoteMeans,
): Promise<RemoteOutcome> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const silence = clock
    .sleep(TIMEOUT_MS, both)
    .then((): RemoteOutcome => failed(`no answer within ${TIMEOUT_MS / 1000} seconds`));
  const answer = ask(request, { signal: both }).then(
    (history): RemoteOutcome => (history === undefined ? { kind: "none" } : checked(history.items)),
    (error: unknown) => failed(error instanceof Error ? error.message : String(error)),
  );
  try {
    return await Promise.race([answer, silence]);
  } finally {
    stop.abort();
  }
}

function checked(items: readonly object[]): RemoteOutcome {
  const isTooLong = items.some((item) => JSON.stringify(item).length > MAX_ITEM_CHARACTERS);
  return isTooLong ? failed("its answer is too long to be kept") : { kind: "done", items };
}

function failed(problem: string): RemoteOutcome {
  return { kind: "failed", problem };
}
