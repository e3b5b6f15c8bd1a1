// Google's generateContent streams: SSE chunks of candidate parts. The Gemini API and Vertex AI send them
// bare, Cloud Code Assist wraps each one.
import type { Block, MidStreamError, StopWord, ToolCallBlock } from "../parts.ts";
import type { RecordedRequest } from "../recorded-request.ts";
import { responseId, type Turn } from "../turn.ts";
import type { Encoder, Encoding, PathClaim, ScriptedError, WireEvent } from "./encoder.ts";
import { sseFrameCrlf } from "./sse.ts";
import { wholeArguments } from "./whole-arguments.ts";

const finishReasons: Record<StopWord, string> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  toolUse: "STOP",
  refusal: "PROHIBITED_CONTENT",
  contentFilter: "SAFETY",
};

const statusNames: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** The Gemini API and Vertex AI. */
export const googleGenerateContent: Encoder = googleEncoder(claimModelPath, (chunk) => chunk);

/** Cloud Code Assist, as the Gemini CLI and Antigravity use it. */
export const googleCloudCodeAssist: Encoder = googleEncoder(
  (path) =>
    path.endsWith("/v1internal:streamGenerateContent") ? { api: "google-gemini-cli" } : undefined,
  (chunk, turn) => ({ response: chunk, traceId: responseId(turn, "trace") }),
);

function googleEncoder(
  claim: (path: string) => PathClaim | undefined,
  wrap: (chunk: object, turn: Turn) => object,
): Encoder {
  return {
    contentType: "text/event-stream",
    claim,
    objection: objectUnlessSse,
    begin: (turn) => encode(turn, (chunk) => wrap(chunk, turn)),
    frame: sseFrameCrlf,
    errorBody: ({ status, type, message }: ScriptedError) =>
      errorDocument(status, type ?? statusNames[status] ?? "UNKNOWN", message),
  };
}

function claimModelPath(path: string): PathClaim | undefined {
  const model = /\/models\/([^/]+):streamGenerateContent$/.exec(path)?.[1];
  if (model === undefined) return undefined;
  const isVertex = path.includes("/publishers/");
  const api = isVertex ? "google-vertex" : "google-generative-ai";
  return { api, model: decodeURIComponent(model) };
}

function objectUnlessSse({ query }: RecordedRequest): string | undefined {
  return query.get("alt") === "sse" ? undefined : "the query does not ask for events (alt=sse)";
}

function encode(turn: Turn, wrap: (chunk: object) => object): Encoding {
  let heldSignature: string | undefined;
  const takeSignature = (own: string | undefined): object => {
    const thoughtSignature = own ?? heldSignature;
    heldSignature = undefined;
    return thoughtSignature === undefined ? {} : { thoughtSignature };
  };
  const chunk = (part: object, finish: object = {}): WireEvent => {
    const body = {
      candidates: [{ content: { parts: [part], role: "model" }, ...finish, index: 0 }],
      usageMetadata: usageMetadata(turn, "thought" in part),
      modelVersion: turn.model,
      responseId: responseId(turn, "r"),
    };
    return { name: "", data: JSON.stringify(wrap(body)) };
  };
  return {
    open: () => [],
    *block(block: Block) {
      if (block.type === "toolCall") {
        yield chunk({ functionCall: functionCall(block), ...takeSignature(block.signature) });
        return;
      }
      const thought = block.type === "thinking" ? { thought: true } : {};
      for (const text of block.deltas) yield chunk({ text, ...thought });
      // Google signs thoughts on the part that follows them, and text on an empty part at its end.
      heldSignature = block.signature ?? heldSignature;
    },
    *close() {
      const finishReason = finishReasons[turn.stop];
      yield chunk({ text: "", ...takeSignature(undefined) }, { finishReason });
    },
    *fail({ errorType, message }: MidStreamError) {
      const code = Object.entries(statusNames).find(([, name]) => name === errorType)?.[0] ?? 500;
      yield { name: "", data: JSON.stringify(errorDocument(Number(code), errorType, message)) };
    },
  };
}

function functionCall(block: ToolCallBlock): object {
  const args = wholeArguments(block, "Google");
  return { name: block.name, args, ...(block.id === undefined ? {} : { id: block.id }) };
}

/** While the model still thinks, Google counts no candidate tokens. */
function usageMetadata({ usage }: Turn, isThought: boolean): object {
  const promptTokenCount = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    promptTokenCount,
    ...(isThought ? {} : { candidatesTokenCount: usage.output - usage.reasoning }),
    totalTokenCount: promptTokenCount + usage.output,
    ...(usage.cacheRead === 0 ? {} : { cachedContentTokenCount: usage.cacheRead }),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: promptTokenCount }],
    ...(usage.reasoning === 0 ? {} : { thoughtsTokenCount: usage.reasoning }),
  };
}

function errorDocument(code: number, status: string, message = `scripted status ${code}`): object {
  return { error: { code, message, status } };
}
