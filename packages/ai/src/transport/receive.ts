// Turns the bytes of a running response into builder calls, at the pace of whoever consumes the
// events, and tells complete from cut short. The protocol says what the events mean.
import type { MessageBuilder } from "../model/message-builder.ts";
import type { Protocol, WireEvent } from "../model/protocol.ts";
import { ProviderError, type ProviderErrorFacts } from "../model/provider-error.ts";
import type { ChatRequest } from "../model/request.ts";
import { Breather } from "./breather.ts";
import type { Clock } from "./clock.ts";
import type { EventChannel } from "./event-channel.ts";
import type { ByteReader } from "./exchange.ts";
import type { FrameDecoder } from "./frame-decoder.ts";
import type { StopSwitch } from "./stop-switch.ts";
import type { Watchdog } from "./watchdog.ts";

export interface Reception {
  readonly url: string;
  readonly reader: ByteReader;
  readonly decoder: FrameDecoder;
  readonly protocol: Protocol;
  readonly request: ChatRequest;
  readonly builder: MessageBuilder;
  readonly channel: EventChannel;
  readonly stop: StopSwitch;
  readonly watchdog: Watchdog;
  readonly clock: Clock;
}

const TRUNCATED: ProviderErrorFacts = {
  kind: "network",
  message: "The response ended before it was complete.",
  retryable: true,
};
/** After the last event the connection is given this long to end by itself, so that it is reused. */
const DRAIN_MS = 250;

const PIECE_BYTES = 64 * 1024;

/**
 * After so many bytes what was read is thrown away. Left alone the engine lets tens of MB of spent events pile
 * up first; no model writes fast enough for the pause to be felt.
 */
const COLLECT_BYTES = 8 * 1024 * 1024;

/** Reads until the message is finished, the bytes end or the request is stopped. */
export async function receive(reception: Reception): Promise<void> {
  const { reader, decoder, protocol, request, builder, stop } = reception;
  // Also ends a read that is under way.
  const cancel = () => void reader.cancel().catch(ignore);
  stop.signal.addEventListener("abort", cancel, { once: true });
  const state = protocol.begin(request);
  const onEvent = (event: WireEvent) => {
    if (!builder.isFinished) protocol.step(state, event, builder);
  };
  const breather = new Breather();
  let received = 0;
  try {
    for (;;) {
      const bytes = await read(reception);
      if (stop.facts !== undefined) return builder.fail(stop.facts);
      if (bytes === undefined) break;
      for (const piece of inPieces(bytes)) {
        decoder.push(piece, onEvent);
        received += piece.length;
        if (received >= COLLECT_BYTES) {
          received = 0;
          Bun.gc(true);
        }
        if (builder.isFinished) return drain(reception);
        await keepPace(reception);
        await breather.pause();
        if (stop.facts !== undefined) return builder.fail(stop.facts);
      }
    }
    endGracefully(() => decoder.end(onEvent));
    protocol.end(state, builder);
    builder.fail(TRUNCATED);
  } catch (error) {
    cancel();
    throw error;
  } finally {
    stop.signal.removeEventListener("abort", cancel);
  }
}

/** What gathered while nobody read comes as one chunk of any size: nobody may be kept waiting by it. */
function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.subarray(start, start + PIECE_BYTES);
}

async function read({ reader, url, stop }: Reception): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value;
  } catch (error) {
    const { networkFailure } = await import("./network-error.ts");
    throw new ProviderError(stop.facts ?? networkFailure(error, url), { cause: error });
  }
}

async function keepPace({ builder, channel, stop, watchdog }: Reception): Promise<void> {
  watchdog.feed(builder.message.content.length > 0);
  const room = channel.room();
  if (room === undefined) return;
  watchdog.pause();
  await stop.race(room);
  watchdog.resume();
}

/** A last event that is cut in the middle means a cut stream, not a misbehaving provider. */
function endGracefully(end: () => void): void {
  try {
    end();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.facts.kind !== "protocol") throw error;
  }
}

/** Reads the few bytes that may follow the last event; nobody waits for it. */
function drain({ reader, clock }: Reception): void {
  const giveUp = clock.setTimer(() => void reader.cancel().catch(ignore), DRAIN_MS);
  const readOn = async (): Promise<void> => {
    while (!(await reader.read()).done) continue;
  };
  void readOn().catch(ignore).finally(giveUp);
}

/** The message is finished: what happens to its connection no longer matters. */
function ignore(): void {}
