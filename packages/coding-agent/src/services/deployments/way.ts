// How a model is reached: an address, how each request proves who sends it, and what it must say for that.
import type { Deployment, HttpRequest } from "@oh-my-pi/pi-ai/deployment";
import { ProviderError } from "@oh-my-pi/pi-ai/provider-error";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { KeyResult } from "@oh-my-pi/pi-ai/resolve-key";
import type { ChatCall } from "@oh-my-pi/pi-ai/stream";
import type { Machine } from "./machine.ts";

/** Whether requests go over a WebSocket: `auto` falls back to HTTP, `on` never does, `off` never leaves it. */
export type SocketPolicy = "auto" | "off" | "on";

/** What a way is made from. */
export interface WaySources {
  readonly machine: Machine;
  /** For providers that offer a WebSocket; HTTP unless it is given. */
  readonly socketPolicy?: SocketPolicy | undefined;
  /** Asked before every request. */
  readonly findKey: () => Promise<KeyResult>;
  /** Carry the key as a bearer token whatever the wire format's custom. */
  readonly isBearer?: boolean | undefined;
}

export interface Way {
  readonly deployment: Deployment;
  /** Adds what the address needs a request to say. */
  readonly adapt?: (request: ChatRequest) => ChatRequest;
  /** Carries requests in the place of plain HTTP. */
  readonly carrier?: Pick<ChatCall, "fetch" | "timeouts">;
  /** Lets go of the connections that it keeps; it may be used again. */
  readonly close?: () => void;
}

/** Says in one sentence what to do when no key was found. */
export function missingKeyMessage(provider: string, looked: readonly string[]): string {
  return `No API key for ${provider}. Looked in: ${looked.join(", ")}. Set one of them, run omp auth add ${provider}, or pass --api-key.`;
}

/** The key of this moment; empty where none is needed. */
export async function foundKey(
  provider: string,
  findKey: WaySources["findKey"],
): Promise<Extract<KeyResult, { ok: true }>> {
  const found = await findKey();
  if (found.ok) return found;
  const message = missingKeyMessage(provider, found.looked);
  throw new ProviderError({ kind: "auth", message, retryable: false });
}

/** What the user wrote into a model's headers stays; lists of features are joined. */
export function withHeaders(own: HttpRequest["headers"], added: HttpRequest["headers"]) {
  const joined = Object.entries(added).map(([name, value]) => {
    const before = own[name];
    return [name, before === undefined || before === value ? value : `${before},${value}`] as const;
  });
  const lists = joined.filter(([name]) => name === "anthropic-beta");
  return { ...added, ...own, ...Object.fromEntries(lists) };
}
