// Cloud Code Assist: Google's generateContent format inside an envelope that names project and model. Serves
// Gemini, Claude and others, all in the same words.
import type { Protocol } from "../../model/protocol.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { SchemaMemo } from "../../schema/memo.ts";
import { claudeTraits } from "../anthropic-messages/claude-traits.ts";
import { buildBody } from "../google-generative-ai/body.ts";
import { beginState, finish, type GoogleState, readChunk } from "../google-generative-ai/step.ts";
import { thinkingConfig } from "../google-generative-ai/thinking.ts";
import { validateBody } from "../google-generative-ai/validate.ts";
import { fieldsOf, isFields, parseEvent, textOf } from "../../wire/json-access.ts";

const INTERLEAVED_THINKING = "interleaved-thinking-2025-05-14";

/** A protocol that remembers what it works out about schemas. */
function createCloudCodeAssist(): Protocol<GoogleState> {
  const memo = new SchemaMemo();
  return {
    api: "google-gemini-cli",
    framing: "sse",
    path: () => "/v1internal:streamGenerateContent?alt=sse",
    headers,
    body: (request) => envelope(request, buildBody(request, { callIds: "always" }, memo)),
    validate: (body) => [
      ...(textOf(body["model"]) ? [] : [{ at: "model", problem: "must be a model id" }]),
      ...validateBody(fieldsOf(body["request"]) as JsonObject, "request."),
    ],
    begin: beginState,
    step: (state, event, out) => {
      const chunk = parseEvent(event.data);
      readChunk(state, isFields(chunk["response"]) ? chunk["response"] : chunk, out);
    },
    end: finish,
  };
}

/** `metadata.project` of the request is the account's project. */
function envelope({ model, options }: ChatRequest, request: JsonObject): JsonObject {
  const project = options.metadata?.["project"];
  const { sessionId } = options;
  return {
    ...(project !== undefined && { project }),
    model: model.id,
    request: { ...request, ...(sessionId !== undefined && { sessionId }) },
  };
}

function headers(request: ChatRequest): Record<string, string> {
  const needsBeta = claudeTraits(request.model.id)?.needsInterleavedBeta === true;
  const isThinking = needsBeta && request.tools.length > 0 && thinkingConfig(request) !== undefined;
  return isThinking ? { "anthropic-beta": INTERLEAVED_THINKING } : {};
}

export default createCloudCodeAssist();
