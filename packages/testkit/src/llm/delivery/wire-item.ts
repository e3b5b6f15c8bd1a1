// What flows from an encoder to the socket.
import type { Control } from "../parts.ts";

/** The bytes of one whole wire event, or a control at its place in the stream. */
export type WireItem = Uint8Array | Control;
