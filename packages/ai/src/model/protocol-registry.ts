// Which wire formats there are, by api id, each loaded when it is first used. A registry is a value:
// an extension's formats are added by spreading, never by registering.
import type { MessageBuilder } from "./message-builder.ts";
import type { Protocol } from "./protocol.ts";
import type { ChatRequest } from "./request.ts";

/** A model without a wire: it answers by itself, through the same builder. */
export interface LocalProtocol {
  readonly api: string;
  /** Fills the builder; a response it leaves open when it returns counts as complete. */
  respond(request: ChatRequest, builder: MessageBuilder, signal: AbortSignal): Promise<void>;
}

export type AnyProtocol = Protocol | LocalProtocol;

/** Loaders by api id. */
export type ProtocolRegistry = Readonly<Record<string, () => Promise<AnyProtocol>>>;

/** True for a protocol that needs no transport. */
export function isLocal(protocol: AnyProtocol): protocol is LocalProtocol {
  return "respond" in protocol;
}
