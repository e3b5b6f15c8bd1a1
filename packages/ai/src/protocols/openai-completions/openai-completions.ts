// The Chat Completions format, as OpenAI and most others serve it.
import type { Protocol } from "../../model/protocol.ts";
import { ToolSchemas } from "../../schema/tool-schemas.ts";
import { buildBody } from "./body.ts";
import { finishMessage } from "./finish.ts";
import { beginState, type CompletionsState } from "./state.ts";
import { step } from "./step.ts";
import { validateBody } from "./validate.ts";

/** The protocol; what it works out about schemas it remembers. */
function createCompletionsProtocol(): Protocol<CompletionsState> {
  const schemas = new ToolSchemas(() => import("../../schema/strict-enforce.ts"));
  return {
    api: "openai-completions",
    framing: "sse",
    path: () => "/chat/completions",
    headers: () => ({}),
    prepare: schemas.prepare,
    body: (request) => buildBody(request, schemas),
    validate: validateBody,
    begin: beginState,
    step,
    end: (state, out) => finishMessage(state, out),
  };
}

export default createCompletionsProtocol();
