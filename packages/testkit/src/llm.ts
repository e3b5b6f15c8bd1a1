// Public face of the fake model server: everything a test needs to script, start and inspect it.
export {
  hold,
  midStreamError,
  redactedThinking,
  reset,
  sendHeaders,
  stall,
  stop,
  text,
  thinking,
  toolCall,
  truncate,
  usage,
  type Hold,
  type Part,
  type Position,
  type StopWord,
  type UsageFigures,
} from "./llm/parts.ts";
export {
  httpError,
  json,
  raw,
  rawFile,
  reply,
  type DeliveryOptions,
  type Reply,
  type Scripted,
} from "./llm/reply.ts";
export { startFakeModels, type FakeModels, type FakeModelsOptions } from "./llm/fake-models.ts";
export type { JsonValue } from "./llm/json.ts";
export type { Outcome, RecordedRequest } from "./llm/recorded-request.ts";
export type { RouteAnswer, RouteOptions } from "./llm/routes.ts";
export type { RequestMatch } from "./llm/script-queue.ts";
