// The Chat Completions format, as OpenAI and most others serve it.
import type { Protocol } from "../../model/protocol.ts";
import { SchemaMemo } from "../../schema/memo.ts";
import { buildBody } from "./body.ts";
import { finishMessage } from "./finish.ts";
import { beginState, type CompletionsState } from "./state.ts";
import { step } from "./step.ts";
import { validateBody } from "./validate.ts";

/** The protocol; what it works out about schemas it remembers. */
function createCompletionsProtocol(): Protocol<CompletionsState> {
  const memo = new SchemaMemo();
  return {
    api: "openai-completions",
    framing: "sse",
    path: () => "/chat/completions",
    headers: () => ({}),
    body: (request) => buildBody(request, memo),
    validate: validateBody,
    begin: beginState,
    step,
    end: (state, out) => finishMessage(state, out),
  };
}

export default createCompletionsProtocol();
