// Ids of output items: tool calls carry `<call_id>|<item_id>`, texts the id and phase of their message.
// Pure, but for the registry of one request's call ids.

const MAX_LENGTH = 64;
const FUNCTION_ID = /^fc[\w-]{1,62}$/;
const MESSAGE_ID = /^msg[\w-]{1,61}$/;

/** The id of a tool call in the conversation. */
export function joinCallId(callId: string, itemId: string | undefined): string {
  return itemId === undefined || itemId === "" ? callId : `${callId}|${itemId}`;
}

/** The item id of a call that this API made, if it would take it back. */
export function itemIdOf(id: string): string | undefined {
  const itemId = id.split("|")[1] ?? "";
  return FUNCTION_ID.test(itemId) ? itemId : undefined;
}

/** Call ids of one request: as the API takes them, each of them once. */
export class CallIds {
  readonly #wireIds = new Map<string, string>();
  readonly #used = new Set<string>();

  /** The wire id of a call; a conversation's ids are distinct before this. */
  open(id: string): string {
    const own = id.split("|")[0] ?? "";
    const clean = own.replaceAll(/[^\w-]/g, "_").slice(0, MAX_LENGTH) || "call";
    let wireId = clean;
    for (let attempt = 1; this.#used.has(wireId); attempt++) {
      const suffix = `_${attempt}`;
      wireId = clean.slice(0, MAX_LENGTH - suffix.length) + suffix;
    }
    this.#used.add(wireId);
    this.#wireIds.set(id, wireId);
    return wireId;
  }

  /** The wire id of the call that a result answers. */
  answer(id: string): string {
    return this.#wireIds.get(id) ?? this.open(id);
  }
}

/** Id and phase of a message as the signature of its text. */
export function signMessage(id: string | undefined, phase: string | undefined): string {
  return phase === undefined ? (id ?? "") : `${id ?? ""}|${phase}`;
}

/** What to send back of a text's signature. */
export function replayMessage(signature: string | undefined): { id?: string; phase?: string } {
  const [id = "", phase = ""] = (signature ?? "").split("|");
  return {
    ...(MESSAGE_ID.test(id) && { id }),
    ...(/^[a-z_]+$/.test(phase) && { phase }),
  };
}
