// Carries a prepared stream to a client and does what its controls say. Knows neither protocols nor
// HTTP: the sink does the transport's own framing.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Control } from "../parts.ts";
import type { Outcome } from "../recorded-request.ts";
import type { WireItem } from "./wire-item.ts";

/** Where a response goes. */
export interface Sink {
  /** Resolves when the client has left. */
  readonly gone: Promise<void>;
  readonly isGone: boolean;
  /** Sends what precedes the body; later calls do nothing. */
  sendHead(): void;
  /** Takes body bytes; true when enough has gathered that a flush is due. */
  write(piece: Uint8Array): boolean;
  /** Resolves when the kernel has all that was written, or the client has left. */
  flush(): Promise<void>;
  /** Ends the response as the transport wants it; `isComplete` is false when the script cut it short. */
  end(how: { readonly isComplete: boolean }): Promise<void>;
  close(): Promise<void>;
  reset(): void;
}

/** Sends `items`; `isPaced` keeps writes apart by a flush and a turn of the event loop after each. */
export async function deliver(
  items: Iterable<WireItem>,
  sink: Sink,
  options: { readonly isPaced: boolean },
): Promise<Outcome> {
  for (const item of items) {
    if (sink.isGone) return "clientGone";
    if (item instanceof Uint8Array) {
      sink.sendHead();
      const isFull = sink.write(item);
      if (isFull || options.isPaced) {
        await sink.flush();
        // Lets a client in the same process read, and a lost one be noticed.
        await nextTurn();
      }
    } else {
      const outcome = await perform(item, sink);
      if (outcome !== undefined) return outcome;
    }
  }
  sink.sendHead();
  await sink.end({ isComplete: true });
  return sink.isGone ? "clientGone" : "sent";
}

async function perform(control: Control, sink: Sink): Promise<Outcome | undefined> {
  if (control.at !== undefined || control.type === "sendHeaders") sink.sendHead();
  await sink.flush();
  if (control.type === "hold") {
    control.arrive();
    await Promise.race([control.released, sink.gone]);
    return sink.isGone ? "clientGone" : undefined;
  }
  if (control.type === "stall") {
    await sink.gone;
    return "clientGone";
  }
  if (control.type === "sendHeaders") return undefined;
  if (control.how === "reset") sink.reset();
  else if (control.how === "close") await sink.close();
  else await sink.end({ isComplete: false });
  return "cut";
}
