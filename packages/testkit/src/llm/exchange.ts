// One request and its answer: records the first, finds the second in routes or script, and keeps
// account of what did not fit. Transports bring requests in and carry answers out.
import { protocolOf } from "./protocols/table.ts";
import type { Encoder } from "./protocols/encoder.ts";
import {
  recordRequest,
  type Outcome,
  type ReceivedRequest,
  type RecordedRequest,
} from "./recorded-request.ts";
import { raw, resolveScripted, type Reply } from "./reply.ts";
import type { RequestLog } from "./request-log.ts";
import type { Routes } from "./routes.ts";
import type { ScriptQueue } from "./script-queue.ts";

/** A recorded request with the reply that the script has for it. */
export interface Exchange {
  readonly request: RecordedRequest;
  readonly reply: Reply;
  readonly encoder: Encoder | undefined;
  /** Says how the answer ended. */
  readonly settle: (outcome: Outcome) => void;
}

/** What a server knows while it runs. */
export interface ServerState {
  readonly queue: ScriptQueue;
  readonly routes: Routes;
  readonly modelRequests: RequestLog;
  readonly otherRequests: RequestLog;
  /** What was asked or scripted wrongly, one line each. */
  readonly complaints: string[];
}

/** Records a received request and settles its reply; never rejects. */
export async function beginExchange(
  state: ServerState,
  received: ReceivedRequest,
  transport: "http" | "websocket",
): Promise<Exchange> {
  const outcome = Promise.withResolvers<Outcome>();
  const request = recordRequest(received, {
    number: state.modelRequests.all.length + state.otherRequests.all.length + 1,
    transport,
    outcome: outcome.promise,
    identify,
  });
  const encoder = protocolOf(request.path)?.encoder;
  const reply = await findReply(state, request, encoder);
  return { request, reply, encoder, settle: outcome.resolve };
}

/** Notes a mistake and words it for the client. */
export function complain(state: ServerState, request: RecordedRequest, problem: string): Reply {
  const line = `request ${request.number}, ${request.method} ${request.path}: ${problem}`;
  state.complaints.push(line);
  return raw(`fake models: ${line}\n`, {
    status: 599,
    contentType: "text/plain; charset=utf-8",
  });
}

function identify(path: string, json: Readonly<Record<string, unknown>>) {
  const claim = protocolOf(path);
  const model = claim?.model ?? (typeof json.model === "string" ? json.model : undefined);
  return {
    ...(claim === undefined ? {} : { api: claim.api }),
    ...(model === undefined ? {} : { model }),
  };
}

async function findReply(
  state: ServerState,
  request: RecordedRequest,
  encoder: Encoder | undefined,
): Promise<Reply> {
  // Over WebSocket the path was settled at the handshake: messages are never for a route.
  const isMessage = request.transport === "websocket";
  const route = isMessage ? undefined : state.routes.find(request.method, request.path);
  const isModelRequest = route === undefined && encoder !== undefined;
  (isModelRequest ? state.modelRequests : state.otherRequests).add(request);
  try {
    if (route !== undefined) return await route(request);
    if (encoder === undefined) return complain(state, request, "no route is scripted for it");
    const misuse = misuseOf(request);
    if (misuse !== undefined) return complain(state, request, misuse);
    const scripted = state.queue.take(request);
    if (scripted === undefined) return complain(state, request, "no reply is scripted for it");
    const reply = await resolveScripted(scripted, request);
    const objection = reply.body.kind === "parts" ? encoder.objection(request) : undefined;
    return objection === undefined ? reply : complain(state, request, objection);
  } catch (error) {
    return complain(state, request, `its scripted reply failed: ${String(error)}`);
  }
}

/** Why a request to a model endpoint is none that the vendor would answer. */
function misuseOf({ transport, method, json }: RecordedRequest): string | undefined {
  if (transport === "http") {
    return method === "POST" ? undefined : `model endpoints take POST, not ${method}`;
  }
  const type = JSON.stringify(json.type);
  return json.type === "response.create" ? undefined : `unknown client event of type ${type}`;
}
