// For tests only: recorded vendor streams of the public corpus, and how one is played to a protocol in
// pieces of any size.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { AssistantMessageEvent } from "../model/event.ts";
import type { AssistantMessage } from "../model/message.ts";
import { MessageBuilder } from "../model/message-builder.ts";
import type { Protocol, WireEvent } from "../model/protocol.ts";
import type { ProviderErrorFacts } from "../model/provider-error.ts";
import { classify } from "../transport/classify.ts";
import { loadFrameDecoder } from "../transport/framing.ts";
import { factsOf } from "./play.ts";
import { aModel } from "./requests.ts";

/** One recording; `Expected` is what its reference decoder made of it. */
export interface Recording<Expected> {
  readonly id: string;
  readonly status: number;
  readonly body: string;
  readonly expected?: Expected;
}

export interface Played {
  readonly message: AssistantMessage;
  readonly events: readonly AssistantMessageEvent[];
  readonly failure: ProviderErrorFacts | undefined;
}

const root = process.env["CORPORA"] ?? resolve(import.meta.dir, "../../../../../shared/corpora");

/** The file of one format's recordings, or undefined where the corpus is absent. */
export function recordingsPath(api: string): string | undefined {
  const path = resolve(root, "wire", `${api}.json.gz`);
  return existsSync(path) ? path : undefined;
}

export async function loadRecordings<Expected>(path: string): Promise<Recording<Expected>[]> {
  const zipped = await Bun.file(path).bytes();
  return JSON.parse(new TextDecoder().decode(Bun.gunzipSync(zipped))) as Recording<Expected>[];
}

/** Feeds the bytes in pieces and ends the message as the transport would. */
export async function playBytes(
  protocol: Protocol,
  recorded: { readonly status: number; readonly bytes: Uint8Array },
  pieceBytes: number,
): Promise<Played> {
  const events: AssistantMessageEvent[] = [];
  const model = aModel({ api: protocol.api, reasoning: true });
  const emit = (event: AssistantMessageEvent) => void events.push(event);
  const builder = new MessageBuilder({ model, startedAtMs: 0, now: () => 0, emit });
  const { status, bytes } = recorded;
  if (status >= 400) builder.fail(classify({ status, body: new TextDecoder().decode(bytes) }));
  const decoder = (await loadFrameDecoder(protocol.framing))();
  const state = protocol.begin({ model, system: [], messages: [], tools: [], options: {} });
  const onEvent = (event: WireEvent) => {
    if (!builder.isFinished) protocol.step(state, event, builder);
  };
  try {
    for (let at = 0; at < bytes.length && !builder.isFinished; at += pieceBytes) {
      decoder.push(bytes.slice(at, at + pieceBytes), onEvent);
    }
    if (!builder.isFinished) decoder.end(onEvent);
    protocol.end(state, builder);
  } catch (error) {
    builder.fail(factsOf(error));
  }
  builder.fail({ kind: "network", message: "ended early", retryable: true });
  return { message: builder.message, events, failure: builder.failure };
}
