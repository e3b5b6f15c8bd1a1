// The Responses format of the ChatGPT backend, which serves a subscription instead of a key. The account
// is named by the deployment's headers.
import type { ChatRequest } from "../../model/request.ts";
import { createResponsesProtocol } from "../openai-responses/responses-protocol.ts";

/** The backend routes by conversation, so that its cache is found again. */
function buildHeaders({ options }: ChatRequest): Record<string, string> {
  const { sessionId } = options;
  return {
    "openai-beta": "responses=experimental",
    originator: "omp",
    ...(sessionId !== undefined && { session_id: sessionId, conversation_id: sessionId }),
  };
}

export default createResponsesProtocol({
  api: "openai-codex-responses",
  path: "/codex/responses",
  headers: buildHeaders,
  compactsFor: () => true,
  isOpenAI: true,
  needsInstructions: true,
  hasFixedLimits: true,
});
