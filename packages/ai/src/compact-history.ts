// Asks a provider to make a conversation shorter itself, where it can: one document there, one back. What to
// do when it fails is the caller's business.
import type { CompactedHistory, Protocol } from "./model/protocol.ts";
import { isLocal, type ProtocolRegistry } from "./model/protocol-registry.ts";
import { ProviderError } from "./model/provider-error.ts";
import type { ChatRequest } from "./model/request.ts";
import { builtinProtocols } from "./protocols/index.gen.ts";
import { systemClock } from "./transport/clock.ts";
import { buildHttpRequest, type Deployment } from "./transport/deployment.ts";
import { exchangeDocument, type FetchLike } from "./transport/exchange.ts";
import { StopSwitch } from "./transport/stop-switch.ts";

/** How the request is carried out; everything may be left out. */
export interface CompactCall {
  readonly signal?: AbortSignal | undefined;
  readonly deployment?: Deployment | undefined;
  readonly protocols?: ProtocolRegistry;
  readonly fetch?: FetchLike;
}

/** The shorter history; undefined where the provider has no such thing. Throws a ProviderError when it fails. */
export async function compactHistory(
  request: ChatRequest,
  call: CompactCall = {},
): Promise<CompactedHistory | undefined> {
  const { protocols = builtinProtocols } = call;
  const { api } = request.model;
  const protocol = Object.hasOwn(protocols, api) ? await protocols[api]?.() : undefined;
  if (protocol === undefined || isLocal(protocol)) return undefined;
  if (protocol.compaction?.canServe(request) !== true) return undefined;
  return ask(request, protocol, protocol.compaction, call);
}

async function ask(
  request: ChatRequest,
  protocol: Protocol,
  compaction: NonNullable<Protocol["compaction"]>,
  { signal, fetch = globalThis.fetch, ...call }: CompactCall,
): Promise<CompactedHistory> {
  const deployment = call.deployment ?? { baseUrl: request.model.baseUrl };
  using stop = new StopSwitch(signal);
  const unsigned = buildHttpRequest(
    {
      path: compaction.path(request),
      framing: protocol.framing,
      protocolHeaders: { ...protocol.headers(request), accept: "application/json" },
      modelHeaders: request.model.headers,
      body: JSON.stringify(compaction.body(request)),
    },
    deployment,
  );
  const http = (await deployment.sign?.(unsigned, stop.signal)) ?? unsigned;
  const text = await exchangeDocument(http, { fetch, clock: systemClock, stop, deployment });
  const compacted = compaction.read(parse(text));
  if (compacted !== undefined) return compacted;
  throw new ProviderError({
    kind: "protocol",
    message: "The provider's compaction gave nothing that could be sent again.",
    retryable: false,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is no history: the caller is told so once.
    return undefined;
  }
}
