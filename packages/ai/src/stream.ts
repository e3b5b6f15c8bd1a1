// Asks a model and streams its answer: the one way from a request to unified events. Wire formats,
// framing and failures are decided in the parts it joins; retrying is the caller's business.
import type { AssistantMessageEvent, AssistantStream } from "./model/event.ts";
import { MessageBuilder } from "./model/message-builder.ts";
import type { Protocol } from "./model/protocol.ts";
import { ProviderError, type ProviderErrorFacts } from "./model/provider-error.ts";
import type { ChatRequest, JsonObject } from "./model/request.ts";
import { builtinProtocols } from "./protocols/index.gen.ts";
import { isLocal, type ProtocolRegistry } from "./model/protocol-registry.ts";
import { type Clock, type SetTimer, systemClock } from "./transport/clock.ts";
import { buildHttpRequest, type Deployment } from "./transport/deployment.ts";
import { EventChannel } from "./transport/event-channel.ts";
import { exchange, type FetchLike } from "./transport/exchange.ts";
import { loadFrameDecoder } from "./transport/framing.ts";
import { receive } from "./transport/receive.ts";
import { StopSwitch } from "./transport/stop-switch.ts";
import { type Timeouts, Watchdog } from "./transport/watchdog.ts";
import { StreamError } from "./wire/stream-error.ts";

/** How a request is carried out; everything may be left out. */
export interface ChatCall {
  readonly signal?: AbortSignal | undefined;
  /** Where and with which credentials; without it the model's own URL and headers. */
  readonly deployment?: Deployment | undefined;
  /** Wire formats to choose from; spread `builtinProtocols` to add to them. */
  readonly protocols?: ProtocolRegistry;
  readonly fetch?: FetchLike;
  readonly timeouts?: Timeouts;
  readonly now?: () => number;
  readonly setTimer?: SetTimer;
  /** Deltas of one block within this time become one event; 0 keeps every delta. */
  readonly mergeWindowMs?: number;
  /** May replace the body before it is checked and sent. */
  readonly transformBody?: (body: JsonObject) => JsonObject | Promise<JsonObject>;
  /** Sees the exact body text that is sent. */
  readonly onRequest?: (bodyText: string) => void;
  readonly onResponse?: (status: number, headers: Headers) => void;
}

/** A call while it runs. */
interface Run {
  readonly request: ChatRequest;
  readonly call: ChatCall;
  readonly clock: Clock;
  readonly builder: MessageBuilder;
  readonly channel: EventChannel;
  readonly stop: StopSwitch;
}

const DEFAULT_MERGE_WINDOW_MS = 50;

/** Sends the request at once. Exactly one terminal event comes, whatever happens. */
export function streamChat(request: ChatRequest, call: ChatCall = {}): AssistantStream {
  const clock = { ...systemClock, ...pick(call) };
  const stop = new StopSwitch(call.signal);
  const channel = new EventChannel(
    clock,
    call.mergeWindowMs ?? DEFAULT_MERGE_WINDOW_MS,
    stop.abort,
  );
  const emit = (event: AssistantMessageEvent) => channel.push(event);
  const startedAtMs = clock.now();
  const builder = new MessageBuilder({ model: request.model, startedAtMs, now: clock.now, emit });
  const finished = run({ request, call, clock, builder, channel, stop });
  return {
    [Symbol.asyncIterator]: () => channel[Symbol.asyncIterator](),
    result: async () => {
      channel.liftBound();
      await finished;
      return builder.message;
    },
  };
}

async function run(run: Run): Promise<void> {
  const { builder, channel, stop } = run;
  try {
    await answer(run);
  } catch (error) {
    builder.fail(await failureOf(error, stop.facts));
  } finally {
    // A stop that no step noticed still ends the message.
    if (!builder.isFinished) builder.fail(stop.facts ?? INCOMPLETE);
    channel.close();
    stop[Symbol.dispose]();
  }
}

async function answer(run: Run): Promise<void> {
  const { request, call, builder, stop } = run;
  const { api } = request.model;
  if (stop.facts !== undefined) return;
  const registry = call.protocols ?? builtinProtocols;
  const load = Object.hasOwn(registry, api) ? registry[api] : undefined;
  if (load === undefined) {
    throw refused("invalid-request", `There is no protocol for api "${api}".`);
  }
  const protocol = await load();
  if (!isLocal(protocol)) return transmit(run, protocol);
  await stop.race(protocol.respond(request, builder, stop.signal));
  if (stop.facts === undefined) builder.finish("stop");
}

async function transmit(run: Run, protocol: Protocol): Promise<void> {
  const { request, call, clock, stop } = run;
  const bodyText = await checkedBody(request, call, protocol);
  const deployment = call.deployment ?? { baseUrl: request.model.baseUrl };
  const unsigned = buildHttpRequest(
    {
      path: protocol.path(request),
      framing: protocol.framing,
      protocolHeaders: protocol.headers(request),
      modelHeaders: request.model.headers,
      body: bodyText,
    },
    deployment,
  );
  const http = (await deployment.sign?.(unsigned, stop.signal)) ?? unsigned;
  if (stop.facts !== undefined) return;
  call.onRequest?.(bodyText);
  const watchdog = new Watchdog(clock, call.timeouts ?? {}, (facts) => stop.stop(facts));
  try {
    const { framing } = protocol;
    const { onResponse, fetch = globalThis.fetch } = call;
    const options = { fetch, clock, stop, framing, deployment, onResponse };
    // Loaded while the request is on its way.
    const decoding = loadFrameDecoder(framing);
    const reader = await exchange(http, options);
    const decoder = (await decoding)();
    await receive({ ...run, url: http.url, reader, decoder, protocol, watchdog });
  } finally {
    watchdog.stop();
  }
}

/** The body as text, unless the provider would reject it. */
async function checkedBody(
  request: ChatRequest,
  call: ChatCall,
  protocol: Protocol,
): Promise<string> {
  if (request.tools.length > 0) await protocol.prepare?.();
  const built = protocol.body(request);
  const body = call.transformBody === undefined ? built : await call.transformBody(built);
  const [first, ...others] = protocol.validate(body);
  if (first === undefined) return JSON.stringify(body);
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  throw refused(
    "invalid-history",
    `The request was not sent because ${protocol.api} would reject it: ${first.at}: ${first.problem}${more}`,
  );
}

function pick(call: ChatCall): Partial<Clock> {
  return { ...(call.now && { now: call.now }), ...(call.setTimer && { setTimer: call.setTimer }) };
}

const INCOMPLETE: ProviderErrorFacts = {
  kind: "protocol",
  message: "The response was left incomplete.",
  retryable: false,
};

function refused(kind: ProviderErrorFacts["kind"], message: string): ProviderError {
  return new ProviderError({ kind, message, retryable: false });
}

/** What a stopped request throws on its way out is not the cause of its end. */
async function failureOf(
  error: unknown,
  stopped: ProviderErrorFacts | undefined,
): Promise<ProviderErrorFacts> {
  if (error instanceof ProviderError) return error.facts;
  if (stopped !== undefined) return stopped;
  if (error instanceof StreamError) {
    const { classifyStreamError } = await import("./transport/classify.ts");
    return classifyStreamError(error.report);
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: "protocol",
    message: `The request failed inside omp: ${message}`,
    retryable: false,
  };
}
