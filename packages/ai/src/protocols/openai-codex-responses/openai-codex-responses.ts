// The Responses format of the ChatGPT backend, which serves a subscription instead of a key. The account
// is named by the deployment's headers.
import type { Protocol } from "../../model/protocol.ts";
import type { ChatRequest } from "../../model/request.ts";
import { buildBody } from "../openai-responses/body.ts";
import openaiResponses from "../openai-responses/openai-responses.ts";
import type { ResponsesState } from "../openai-responses/state.ts";

const openaiCodexResponses: Protocol<ResponsesState> = {
  ...openaiResponses,
  api: "openai-codex-responses",
  path: () => "/codex/responses",
  headers: buildHeaders,
  body: (request) =>
    buildBody(request, { isOpenAI: true, needsInstructions: true, hasFixedLimits: true }),
};

/** The backend routes by conversation, so that its cache is found again. */
function buildHeaders({ options }: ChatRequest): Record<string, string> {
  const { sessionId } = options;
  return {
    "openai-beta": "responses=experimental",
    originator: "omp",
    ...(sessionId !== undefined && { session_id: sessionId, conversation_id: sessionId }),
  };
}

export default openaiCodexResponses;
